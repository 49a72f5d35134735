build:
	swift build
