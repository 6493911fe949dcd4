"""A strict double of Teams and the Bot Framework: it refuses what the real services refuse, and notes what a well-behaved bot never does.

async with TeamsDouble() as teams:                       # authorities and connector on loopback, with a small company
    ...                                                  # start the bot with teams.authority.openid_url and .login_url,
                                                         # APP_ID, APP_PASSWORD, and teams.service_url as its one service
    people = Client(teams, "http://127.0.0.1:3978/api/messages")
    asked = await people.say("dana", "Who approves a purchase of $20,000?")
    await teams.workspace.until(lambda: teams.workspace.told("dana"))
"""

from tests.doubles.teams.authority import APP_ID, APP_PASSWORD, TENANT, Authority
from tests.doubles.teams.client import Client, Posted
from tests.doubles.teams.connector import TeamsDouble
from tests.doubles.teams.forgeries import forged
from tests.doubles.teams.people import OTHER_TENANT, User
from tests.doubles.teams.transport import Delivery
from tests.doubles.teams.workspace import (
    BOT,
    ELSEWHERE,
    GENERAL,
    GROUP,
    REVIEW,
    TEAM,
    Conversation,
    Message,
    Refused,
    Workspace,
    contoso,
)

__all__ = [
    "APP_ID",
    "APP_PASSWORD",
    "BOT",
    "ELSEWHERE",
    "GENERAL",
    "GROUP",
    "OTHER_TENANT",
    "REVIEW",
    "TEAM",
    "TENANT",
    "Authority",
    "Client",
    "Conversation",
    "Delivery",
    "Message",
    "Posted",
    "Refused",
    "TeamsDouble",
    "User",
    "Workspace",
    "contoso",
    "forged",
]
