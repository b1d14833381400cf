"""Certificates: written from results, judged by the kernel, and exported to Coq and VIPR."""
