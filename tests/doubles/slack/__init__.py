"""A strict double of Slack: it refuses what the real service refuses, and notes what a well-behaved app never does.

async with SlackDouble() as slack:                       # a Web API on loopback, with a small company in it
    ...                                                  # start the bot with api_url, BOT_TOKEN, SIGNING_SECRET
    people = Driver(slack, "http://127.0.0.1:3978/slack/events")   # without the address: Socket Mode
    asked = await people.mention("U01DANA", "C01GENERAL", "Who approves a purchase of $20,000?")
    await slack.workspace.until(lambda: slack.workspace.thread("C01GENERAL", asked.message.ts))
"""

from tests.doubles.slack.driver import Driver, Posted
from tests.doubles.slack.server import APP_TOKEN, BOT_TOKEN, SIGNING_SECRET, SlackDouble
from tests.doubles.slack.transport import Delivery, Http
from tests.doubles.slack.workspace import BOT, TEAM, Channel, Message, Refused, User, Workspace, acme

__all__ = [
    "APP_TOKEN",
    "BOT",
    "BOT_TOKEN",
    "SIGNING_SECRET",
    "TEAM",
    "Channel",
    "Delivery",
    "Driver",
    "Http",
    "Message",
    "Posted",
    "Refused",
    "SlackDouble",
    "User",
    "Workspace",
    "acme",
]
