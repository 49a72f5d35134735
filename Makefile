SHELL := /bin/bash
.DEFAULT_GOAL := build
.PHONY: setup build deb arm64 release run test test-machine test-clients test-arm64 torture torture-hardware torture-faults fuzz sanitize lint bench docs clean

# The system's own Python: it has the packages of packages/debian.txt, another one first on PATH may not.
PYTHON := /usr/bin/python3

## Install the Debian packages that are missing.
setup:
	@tools/setup

## Build the service as it ships.
build:
	@tools/setup build
	@debian/rules --silent program

## Packages for Debian, in .build/packages.
deb:
	@tools/setup build package
	@debian/rules clean binary destination=.build/packages

## The same for arm64, on an amd64 Debian and from its packages alone: no Swift is needed here.
arm64:
	@tools/setup cross
	@tools/arm64

## What a release holds, signed by KEY, in .build/release-VERSION.
release:
	@tools/setup build package cross release
	@tools/release --key '$(KEY)'

## Show the main job: on a display of this machine where one can be had, else on virtual ones.
run: build
	@tools/setup run
	@tools/demo

## Everyday's checks, to the last line "N passed, N failed"; with CI=true those of test-machine and test-clients too.
test: setup
	@$(PYTHON) tools/test

## The release build on a real kernel in an emulated machine: displays, hotplug and input.
test-machine: setup
	@$(PYTHON) tools/test machine

## Stock clients that take long to start: toolkits, a browser, a player, an X server, remote control.
test-clients: setup
	@$(PYTHON) tools/test clients

## The pixel kernels and the unit tests about numbers and pixels on arm64, which QEMU emulates; Debian's Swift compiles them.
test-arm64: setup
	@$(PYTHON) tools/test arm64

## Random operations, fifty times as many as everyday, and storms with stock clients: of 100,000, and of 1,000 on a real kernel. Takes hours.
torture: setup
	@KAGAMI_TORTURE=1 $(PYTHON) tools/test torture

## Random schedules on paper cards, ten thousand of them. Takes hours.
torture-hardware: setup
	@KAGAMI_TORTURE=hardware $(PYTHON) tools/test hardware

## Each call into a library fails once, in a life of the service of its own. Takes some hours.
torture-faults: setup
	@KAGAMI_TORTURE=faults $(PYTHON) tools/test faults

## Inputs for all that reads what strangers made, by libFuzzer. Takes an hour.
fuzz: setup
	@$(PYTHON) tools/test fuzz

## The unit tests under AddressSanitizer, and those of workers under ThreadSanitizer. Takes ten minutes.
sanitize: setup
	@$(PYTHON) tools/test sanitize

## The formatter's opinion of the Swift sources.
lint:
	@swift format lint --strict --recursive --parallel Package.swift Plugins Sources Tests

## What it costs, as a table and as .build/release/bench.json.
bench: setup
	@debian/rules --silent everything
	@.build/release/kagami-bench
	@Tests/PaperCards/measure --add-to .build/release/bench.json

## The documentation's site, in .build/site, with no broken link.
docs: setup
	@$(PYTHON) tools/test docs

clean:
	@swift package clean
