import { Button, UnstyledButton } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { createComment } from "../../shared/comments/comments.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { useAction } from "../platform/query";
import { useCurrentUser } from "../platform/session";
import { Avatar } from "../ui/Avatar";
import type { Person } from "../ui/people";
import classes from "./CommentComposer.module.css";
import { keepDraft, readDraft } from "./drafts";
import { quotesFor } from "./quotes";
import { TextEditor } from "./TextEditor";

/** Always there, below the task. The editor comes with the first click, with a draft, or with somebody's words to answer. */
export function CommentComposer({ taskId, people }: { taskId: number; people: readonly Person[] }) {
  const text = useText();
  const { time } = useFormat();
  const me = useCurrentUser();
  const [draft, setDraft] = useState(() => readDraft(taskId));
  const { html, at } = draft;
  const [writing, setWriting] = useState(html !== "");
  /** A new editor for the next comment, or for other words to begin with. */
  const [count, setCount] = useState(0);
  const change = (now: string) => setDraft(keepDraft(taskId, now));
  const startWith = (words: string) => {
    change(words);
    setCount(count + 1);
  };
  const send = useAction(createComment, { onSuccess: () => startWith("") });
  const submit = () => html !== "" && !send.isPending && send.mutate({ body: { task_id: taskId, comment: html } });

  const answer = useEffectEvent((quote: string) => {
    setWriting(true);
    startWith(html + quote);
  });
  useEffect(() => {
    const quotes = quotesFor(taskId).subscribe((quote) => answer(quote));
    return () => quotes.unsubscribe();
  }, [taskId]);

  return (
    <div className={classes.composer}>
      <Avatar person={me} size={28} named />
      <div className={classes.field}>
        {writing ? (
          <TextEditor
            key={count}
            compact
            autoFocus={count > 0 || html === ""}
            html={html}
            people={people}
            label={text("comment.write")}
            placeholder={text("comment.placeholder")}
            onChange={change}
            onSubmit={submit}
            onEscape={() => html === "" && setWriting(false)}
          />
        ) : (
          <UnstyledButton className={classes.closed} onClick={() => setWriting(true)} onFocus={() => setWriting(true)}>
            {text("comment.placeholder")}
          </UnstyledButton>
        )}
        {html !== "" && at !== null && (
          <p className={classes.draft}>
            <span>{text("comment.draft", { time: time(at) })}</span>
            <UnstyledButton onClick={() => startWith("")}>{text("comment.discardDraft")}</UnstyledButton>
          </p>
        )}
      </div>
      <Button
        size="md"
        variant={html === "" ? "default" : "filled"}
        disabled={html === ""}
        loading={send.isPending}
        onClick={submit}
      >
        {text("comment.send")}
      </Button>
    </div>
  );
}
