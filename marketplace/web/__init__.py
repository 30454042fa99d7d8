"""What people see: pages compiled by Reflex, and the states behind them."""
