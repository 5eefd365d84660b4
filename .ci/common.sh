# shellcheck shell=bash
# What run.sh and test.sh share: find out what is missing, install it, build. Sourced, never run.
# Every failure is one message and exit status 2; nothing is left half done: packages are downloaded completely before one is installed.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build="$root/build"

# Debian packages by purpose. libqt6opengl6-dev: qt6-charts-dev needs it without depending on it. libopenblas0-pthread: LibTorch is 15 times
# slower without. libsecret-1-0: QtKeychain loads it at run time.
# shellcheck disable=SC2034
packages_build=(cmake ninja-build g++ qt6-base-dev qt6-charts-dev libqt6opengl6-dev qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools
    qt6-l10n-tools qtkeychain-qt6-dev libtorch-dev libyaml-cpp-dev zlib1g-dev libjpeg-dev libpng-dev)
# shellcheck disable=SC2034
packages_run=(libopenblas0-pthread libqt6sql6-sqlite libqt6svg6 qt6-translations-l10n fonts-dejavu-core fonts-noto-cjk libsecret-1-0
    dataset-fashion-mnist)
# shellcheck disable=SC2034
packages_test=(python3 python3-torch python3-numpy xvfb openbox xdotool dbus-daemon gnome-keyring)

say() { printf '%s\n' "$*"; }
stage() { printf '\n== %s\n' "$*"; }
fail() {
    printf '\n%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 2
}

use_utf8_locale() {
    case "$(locale charmap 2>/dev/null)" in
    UTF-8) ;;
    *) export LC_ALL=C.UTF-8 ;; # part of every Debian
    esac
}

# missing_packages NAME...: those that dpkg does not know as installed, on one line.
missing_packages() {
    dpkg-query -W -f='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null | awk '$2 == "installed" { print $1 }' | sort -u >"$scratch/installed"
    printf '%s\n' "$@" | sort -u | comm -23 - "$scratch/installed" | tr '\n' ' '
}

# os_release KEY
os_release() { sed -n "s/^$1=\"\{0,1\}\([^\"]*\)\"\{0,1\}$/\1/p" /etc/os-release 2>/dev/null; }

become_root() {
    as_root=()
    [ "$(id -u)" -eq 0 ] && return
    command -v sudo >/dev/null ||
        fail "these packages are missing, and installing them needs root or sudo, which are not there. Ask the administrator of this machine for: $missing"
    sudo -n true 2>/dev/null && as_root=(sudo) && return
    [ -t 0 ] ||
        fail "these packages are missing, and sudo asks for a password without a terminal to type it in. Start this in a terminal, or install them first: $missing"
    say "Packages are missing; sudo asks for your password to install them."
    sudo -v || fail "sudo refused. Nothing was installed. Missing: $missing"
    as_root=(sudo)
}

apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -o Dpkg::Use-Pty=0 -o APT::Install-Recommends=false \
        -o DPkg::Lock::Timeout=300 "$@"
}

# first_error FILE: what apt complained about first.
first_error() { grep -m1 -E 'Could not|Unable|Temporary failure|No space|^E:' "$1" | sed 's/^ *\([EW]: *\)\{0,1\}//'; }

# '1,234 kB' -> whole MB
megabytes() {
    local number=${1%% *}
    number=${number//,/}
    case "$1" in
    *GB) awk -v n="$number" 'BEGIN { printf "%d", n * 1000 }' ;;
    *MB) printf '%.0f' "$number" ;;
    *) echo 1 ;;
    esac
}

# install_packages BUILD_MINUTES NAME...
install_packages() {
    local minutes=$1 summary count size needed free
    shift
    if ! command -v dpkg-query >/dev/null; then
        cmake -S "$root" -B "$scratch/probe" >"$scratch/probe.log" 2>&1 && return
        fail "this installs packages on Debian 12 only, and this is $(os_release PRETTY_NAME). What is here is not enough to build. Install, under the names they have here: $*"
    fi
    missing=$(missing_packages "$@")
    missing=${missing% }
    [ -n "$missing" ] || return 0
    if [ "$(os_release ID)" != debian ] || [ "$(os_release VERSION_ID)" != 12 ]; then
        fail "this installs packages on Debian 12 only, and this is $(os_release PRETTY_NAME). Install these yourself, then start again: $missing"
    fi
    become_root

    stage "Asking Debian's mirror for what is missing"
    apt update -q -o APT::Update::Error-Mode=any >"$scratch/apt.log" 2>&1 ||
        fail "Debian's mirror cannot be used: $(first_error "$scratch/apt.log") Nothing was installed. Missing: $missing"
    # shellcheck disable=SC2086
    summary=$(apt install --assume-no $missing 2>&1)
    count=$(grep -oE '[0-9]+ newly installed' <<<"$summary" | grep -oE '^[0-9]+')
    size=$(grep -oE 'Need to get [0-9.,/]+ ?[kMG]?B' <<<"$summary" | sed -E 's/Need to get //; s,^[^/]*/,,')
    needed=$(grep -oE '[0-9.,]+ [kMG]?B of additional disk space' <<<"$summary" | sed 's/ of.*//')
    [ -n "$count" ] || fail "the packages cannot be installed: $(grep -m1 '^E:' <<<"$summary") Missing: $missing"

    free=$(($(df -Pk / | awk 'NR == 2 { print $4 }') / 1024))
    if [ "$free" -lt "$(($(megabytes "${needed:-0 MB}") + $(megabytes "${size:-0 MB}") + 500))" ]; then
        fail "the disk is too full: ${size:-?} to download, ${needed:-?} once installed, 500 MB for the build, and $free MB are free. Nothing was installed. Missing: $missing"
    fi

    say "To install: $count packages, ${size:-0 MB} to download, ${needed:-0 MB} on disk. Then the build: about $minutes minutes here."
    if [ -t 0 ] && [ -t 1 ]; then
        local answer
        read -r -p "Go on? [Y/n] " answer
        case "$answer" in [nN]*) fail "stopped. Nothing was installed." ;; esac
    fi

    stage "Downloading $count packages"
    # shellcheck disable=SC2086
    apt install -y -q --download-only $missing 2>&1 | tee "$scratch/apt.log" | show_counts "$count" '^Get:' ||
        fail "the download broke off: $(first_error "$scratch/apt.log") Nothing was installed; starting again goes on from here. Missing: $missing"
    stage "Installing them"
    # shellcheck disable=SC2086
    apt install -y -q --no-download $missing 2>&1 | tee "$scratch/apt.log" | show_counts "$count" '^Setting up ' ||
        fail "the installation failed: $(first_error "$scratch/apt.log") To mend it: apt-get install -f. Missing: $missing"
}

# CPU minutes of a full build -> minutes on this machine, at least 1
build_minutes() {
    local cores
    cores=$(nproc)
    echo $((($1 + cores - 1) / cores))
}

# build_targets TARGET...: configures when needed, then builds, with progress.
build_targets() {
    mkdir -p "$build" 2>/dev/null || fail "$build cannot be made: is the folder writable, is the disk full?"
    exec 8>"$build/.lock"
    flock -n 8 || { say "Another build is going on in $build: waiting for it."; flock 8; }
    if [ ! -f "$build/build.ninja" ]; then
        stage "Configuring"
        cmake -S "$root" -B "$build" -G Ninja >"$build/configure.log" 2>&1 ||
            fail "configuring failed: $(grep -m1 -A2 'CMake Error' "$build/configure.log" | tr '\n' ' ') All of it: $build/configure.log"
    fi
    stage "Building (all of it: $build/build.log)"
    if ! NINJA_STATUS='[%f/%t] ' cmake --build "$build" --target "$@" 2>&1 8>&- | tee "$build/build.log" | show_build; then
        grep -m5 -E 'error:|No space left|Killed' "$build/build.log" >&2
        fail "the build failed. All of it: $build/build.log"
    fi
    exec 8>&-
}

# Progress on one moving line where a person looks on, else a line every tenth.
progress='
    function show(done, total) {
        if (total <= 0 || done > total) return
        if (terminal) printf "\r   %d of %d ", done, total
        else if (int(done * 10 / total) != last) printf "   %d of %d\n", done, total
        last = int(done * 10 / total)
        fflush()
    }
    END { if (terminal && last != "") print "" }'

is_terminal() { if [ -t 1 ]; then echo 1; else echo 0; fi; }

show_build() {
    awk -v terminal="$(is_terminal)" "$progress"'
        match($0, /^\[[0-9]+\/[0-9]+\]/) { split(substr($0, 2, RLENGTH - 2), part, "/"); show(part[1], part[2]) }
        /no work to do/ { print "   nothing to do" }'
}

# show_counts TOTAL PATTERN: counts the lines that match.
show_counts() { awk -v terminal="$(is_terminal)" -v total="$1" -v pattern="$2" "$progress"' $0 ~ pattern { show(++count, total) }'; }

scratch=$(mktemp -d 2>/dev/null) || fail "no temporary folder could be made: is the disk full?"
trap 'rm -rf "$scratch"' EXIT
set -o pipefail
use_utf8_locale
