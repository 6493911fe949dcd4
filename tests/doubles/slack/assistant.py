"""Web API methods of assistant threads."""

from __future__ import annotations

from tests.doubles.slack.service import Answer, ApiError, Arguments, Slack, needed
from tests.doubles.slack.workspace import BOT, AssistantThread


def prompts(slack: Slack, args: Arguments) -> Answer:
    thread = _thread(slack, args)
    offered = needed(args, "prompts")
    if not isinstance(offered, list) or not 1 <= len(offered) <= 4:
        raise ApiError("invalid_arguments")
    if not all(isinstance(one, dict) and one.get("title") and one.get("message") for one in offered):
        raise ApiError("invalid_arguments")
    thread.prompts_title, thread.prompts = str(args.get("title") or ""), [one["message"] for one in offered]
    slack.workspace.changed()
    return {}


def status(slack: Slack, args: Arguments) -> Answer:
    thread = _thread(slack, args)
    if "status" not in args:
        raise ApiError("invalid_arguments")
    thread.status = str(args["status"])
    thread.statuses.append(thread.status)
    slack.workspace.changed()
    return {}


def title(slack: Slack, args: Arguments) -> Answer:
    thread = _thread(slack, args)
    thread.title = str(needed(args, "title"))
    if len(thread.title) > 255:
        raise ApiError("invalid_arguments")
    slack.workspace.changed()
    return {}


def _thread(slack: Slack, args: Arguments) -> AssistantThread:
    channel = slack.workspace.channels.get(str(needed(args, "channel_id")))
    if channel is None or channel.kind != "im" or BOT not in channel.members:
        raise ApiError("channel_not_found")
    thread = slack.workspace.assistants.get((channel.id, str(needed(args, "thread_ts"))))
    if thread is None:
        raise ApiError("invalid_thread_ts")
    return thread
