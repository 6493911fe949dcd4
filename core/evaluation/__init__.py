"""Questions with known answers, and what a draft is worth against them."""
