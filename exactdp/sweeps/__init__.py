"""Sweeps: thousands of users, levels and sizes, each decided with a certificate, over many processes or machines."""
