"""The policy chatbot itself: words, decisions and the order of the stages. Knows no SDK, database or chat product."""
