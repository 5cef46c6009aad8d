"""What the doctor makes of facts."""
