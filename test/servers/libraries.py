"""Client libraries that go through a tool loop: reads `{"library", "url", "model", "streams", "tool"}` a line, and answers each
with `{"calls": [{"name", "arguments"}], "text"}` or `{"error"}`. Without a line to read, it prints nothing and ends.
"""

import asyncio
import importlib
import json
import sys
import traceback

RESULT = "sunny, 21 degrees"
PROMPT = "How is the weather?"


class Loop:
    """One loop: where to ask, and what has been called."""

    def __init__(self, asked):
        self.url = asked["url"]
        self.model = asked["model"]
        self.streams = asked["streams"]
        self.tool = asked["tool"]
        self.calls = []

    @property
    def function(self):
        return {"name": self.tool["name"], "description": "Tells the weather.", "parameters": self.tool["schema"]}

    def call(self, name, arguments):
        self.calls.append({"name": name, "arguments": json.dumps(arguments) if isinstance(arguments, dict) else arguments})
        return RESULT


# LiteLLM


def litellm(prefix, base):
    def run(loop):
        import litellm

        def ask(messages):
            answer = litellm.completion(
                model=f"{prefix}/{loop.model}",
                api_base=loop.url + base,
                api_key="none",
                messages=messages,
                tools=[{"type": "function", "function": loop.function}],
                stream=loop.streams,
                num_retries=0,
            )
            if not loop.streams:
                return answer.choices[0].message
            chunks = list(answer)
            message = litellm.stream_chunk_builder(chunks, messages=messages).choices[0].message
            if prefix == "ollama_chat":
                # It takes two whole calls for two pieces of one.
                message.tool_calls = [call for chunk in chunks for call in chunk.choices[0].delta.tool_calls or []]
            return message

        messages = [{"role": "user", "content": PROMPT}]
        first = ask(messages)
        messages.append(first.model_dump(exclude_none=True))
        for call in first.tool_calls or []:
            content = loop.call(call.function.name, call.function.arguments)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": content})
        return ask(messages).content or ""

    return run


def litellm_responses(loop):
    import litellm

    def ask(items):
        answer = litellm.responses(
            model=f"openai/{loop.model}",
            api_base=loop.url + "/v1",
            api_key="none",
            input=items,
            tools=[{"type": "function", "strict": False, **loop.function}],
            stream=loop.streams,
        )
        if not loop.streams:
            return answer
        return next(event.response for event in answer if event.type == "response.completed")

    items = [{"role": "user", "content": PROMPT}]
    first = ask(items)
    for item in first.output:
        items.append(item.model_dump(exclude_none=True) if hasattr(item, "model_dump") else dict(item))
        if item.type == "function_call":
            output = loop.call(item.name, item.arguments)
            items.append({"type": "function_call_output", "call_id": item.call_id, "output": output})
    last = ask(items)
    return "".join(part.text for item in last.output if item.type == "message" for part in item.content)


# LangChain


def langchain(make):
    def run(loop):
        from langchain_core.messages import HumanMessage, ToolMessage

        model = make(loop).bind_tools([{"type": "function", "function": loop.function}])

        def ask(messages):
            if not loop.streams:
                return model.invoke(messages)
            chunks = list(model.stream(messages))
            whole = chunks[0]
            for chunk in chunks[1:]:
                whole = whole + chunk
            return whole

        messages = [HumanMessage(PROMPT)]
        first = ask(messages)
        messages.append(first)
        if first.invalid_tool_calls:
            raise ValueError(f"invalid calls: {first.invalid_tool_calls}")
        for call in first.tool_calls:
            messages.append(ToolMessage(loop.call(call["name"], call["args"]), tool_call_id=call["id"]))
        return str(ask(messages).text)

    return run


def langchain_openai(responses):
    def make(loop):
        from langchain_openai import ChatOpenAI

        return ChatOpenAI(
            model=loop.model, base_url=loop.url + "/v1", api_key="none", max_retries=0, use_responses_api=responses
        )

    return langchain(make)


def langchain_anthropic(loop):
    from langchain_anthropic import ChatAnthropic

    return ChatAnthropic(model=loop.model, base_url=loop.url, api_key="none", max_retries=0, max_tokens=2000)


def langchain_google(loop):
    from langchain_google_genai import ChatGoogleGenerativeAI

    return ChatGoogleGenerativeAI(model=loop.model, base_url=loop.url, google_api_key="none", max_retries=0)


def langchain_ollama(loop):
    from langchain_ollama import ChatOllama

    return ChatOllama(model=loop.model, base_url=loop.url)


# Pydantic AI


def pydantic_ai(make):
    def run(loop):
        from pydantic_ai import Agent, Tool

        async def body(**arguments):
            return loop.call(loop.tool["name"], arguments)

        tool = Tool.from_schema(body, loop.tool["name"], "Tells the weather.", loop.tool["schema"])
        agent = Agent(make(loop), tools=[tool], retries=0)

        async def stream():
            async with agent.run_stream(PROMPT) as answer:
                return await answer.get_output()

        return asyncio.run(stream()) if loop.streams else agent.run_sync(PROMPT).output

    return run


def pydantic_openai(name):
    def make(loop):
        from openai import AsyncOpenAI
        from pydantic_ai.models import openai
        from pydantic_ai.providers.openai import OpenAIProvider

        client = AsyncOpenAI(base_url=loop.url + "/v1", api_key="none", max_retries=0)
        return getattr(openai, name)(loop.model, provider=OpenAIProvider(openai_client=client))

    return pydantic_ai(make)


def pydantic_google(loop):
    from google.genai import Client
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    client = Client(api_key="none", http_options={"base_url": loop.url})
    return GoogleModel(loop.model, provider=GoogleProvider(client=client))


# OpenAI Agents


def openai_agents(name):
    def run(loop):
        import agents
        from openai import AsyncOpenAI

        agents.set_tracing_disabled(True)

        async def body(_, arguments):
            return loop.call(loop.tool["name"], arguments)

        tool = agents.FunctionTool(
            name=loop.tool["name"],
            description="Tells the weather.",
            params_json_schema=loop.tool["schema"],
            on_invoke_tool=body,
            strict_json_schema=False,
        )
        client = AsyncOpenAI(base_url=loop.url + "/v1", api_key="none", max_retries=0)
        agent = agents.Agent(name="it", tools=[tool], model=getattr(agents, name)(loop.model, client))

        async def go():
            if not loop.streams:
                return (await agents.Runner.run(agent, PROMPT)).final_output
            streamed = agents.Runner.run_streamed(agent, PROMPT)
            async for _ in streamed.stream_events():
                pass
            return streamed.final_output

        return asyncio.run(go())

    return run


LIBRARIES = {
    "litellm/chat": litellm("openai", "/v1"),
    "litellm/responses": litellm_responses,
    "litellm/anthropic": litellm("anthropic", ""),
    "litellm/gemini": litellm("gemini", "/v1beta"),
    "litellm/ollama": litellm("ollama_chat", ""),
    "langchain/chat": langchain_openai(False),
    "langchain/responses": langchain_openai(True),
    "langchain/anthropic": langchain(langchain_anthropic),
    "langchain/gemini": langchain(langchain_google),
    "langchain/ollama": langchain(langchain_ollama),
    "pydantic-ai/chat": pydantic_openai("OpenAIChatModel"),
    "pydantic-ai/responses": pydantic_openai("OpenAIResponsesModel"),
    # Its release of these days breaks with the Anthropic SDK's before anything is sent.
    "pydantic-ai/gemini": pydantic_ai(pydantic_google),
    "openai-agents (Python)/chat": openai_agents("OpenAIChatCompletionsModel"),
    "openai-agents (Python)/responses": openai_agents("OpenAIResponsesModel"),
}


MODULES = [
    "litellm",
    "langchain_openai",
    "langchain_anthropic",
    "langchain_google_genai",
    "langchain_ollama",
    "pydantic_ai.models.openai",
    "pydantic_ai.models.google",
    "agents",
]


def load():
    """Imports take longer than a loop may. What fails here fails in the scenarios that need it, which say why."""
    for name in MODULES:
        try:
            importlib.import_module(name)
        except Exception:
            continue


def answer(asked):
    loop = Loop(asked)
    try:
        text = LIBRARIES[asked["library"]](loop)
        return {"calls": loop.calls, "text": text}
    except Exception as error:
        lines = [line.strip() for line in traceback.format_exception_only(error)]
        return {"calls": loop.calls, "text": "", "error": " ".join(lines)[-600:]}


if __name__ == "__main__":
    # What the libraries print is not ours.
    [out, sys.stdout] = [sys.stdout, sys.stderr]
    load()
    print(json.dumps(list(LIBRARIES)), file=out, flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), file=out, flush=True)
