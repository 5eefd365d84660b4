#!/usr/bin/env bash
# Installs what is missing (Debian 12), builds everything, runs all tests. Arguments go to ctest: ./test.sh -R monitor
# shellcheck source=.ci/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/.ci/common.sh"

install_packages "$(build_minutes 24)" "${packages_build[@]}" "${packages_run[@]}" "${packages_test[@]}"
build_targets all
stage "Testing"
cd "$build" && ctest --output-on-failure -j "$(nproc)" "$@"
