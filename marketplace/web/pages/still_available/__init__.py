"""The page of the links that ask a seller whether an ad is still available."""
