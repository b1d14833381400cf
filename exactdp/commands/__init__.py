"""The commands of the command line, one module for each group: parse, call one function of the library, print."""
