"""Certificates: written from results, verified by the kernel, and exported to Coq and VIPR."""
