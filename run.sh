#!/usr/bin/env bash
# Installs what is missing (Debian 12), builds, and opens the workbench with the sample job.
# Without a display it walks the whole route headless (`trainyard demo`) and leaves pictures.
# shellcheck source=.ci/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/.ci/common.sh"

install_packages "$(build_minutes 12)" "${packages_build[@]}" "${packages_run[@]}"
build_targets trainyard trainyard-agent trainyard-torch
trainyard="$build/bin/trainyard"
sample="$HOME/Trainyard/fashion-mnist"

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    if [ ! -e "$sample/job.yaml" ]; then
        stage "Making the sample project in $sample"
        "$trainyard" init "$sample" || say "It could not be made; the workbench opens without it."
    fi
    stage "Opening the workbench"
    rm -rf "$scratch"
    if [ -e "$sample/job.yaml" ]; then
        exec "$trainyard" "$sample/job.yaml"
    fi
    exec "$trainyard"
fi

stage "No display (neither DISPLAY nor WAYLAND_DISPLAY is set): the whole route without a window"
"$trainyard" demo
