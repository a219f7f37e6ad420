"""What test_fuzz.py is made of."""
