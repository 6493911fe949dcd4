"""Microsoft Teams: direct messages, group chats and channels, and the cards that approvers decide on."""
