import { Button, UnstyledButton } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { createComment } from "../../shared/comments/comments.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { useAction } from "../platform/query";
import { useCurrentUser } from "../platform/session";
import { Avatar } from "../ui/signs/Avatar";
import type { Person } from "../ui/signs/people";
import classes from "./CommentComposer.module.css";
import { keepDraft, readDraft } from "./drafts";
import { quotesFor } from "./quotes";
import { announceSent } from "./sent-comments";
import { TextEditor } from "./TextEditor";

/** Always there, below the task: a line that becomes the editor with the first click, a draft, or words to answer. */
export function CommentComposer({ taskId, people }: { taskId: number; people: readonly Person[] }) {
  const text = useText();
  const { time } = useFormat();
  const me = useCurrentUser();
  const root = useRef<HTMLDivElement>(null);
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
  const send = useAction(createComment, {
    onSuccess: ({ data }) => {
      startWith("");
      announceSent(data);
    },
  });
  const submit = () => html !== "" && !send.isPending && send.mutate({ body: { task_id: taskId, comment: html } });

  const answer = useEffectEvent((quote: string) => {
    setWriting(true);
    startWith(html + quote);
  });
  useEffect(() => {
    const quotes = quotesFor(taskId).subscribe((quote) => answer(quote));
    return () => quotes.unsubscribe();
  }, [taskId]);

  // With the click, not with the press: what shrinks under a pressed pointer takes the click from where it was meant.
  const empty = writing && html === "";
  useEffect(() => {
    if (!empty) return;
    const rest = ({ target }: MouseEvent) => {
      const isInside = target instanceof Element && (root.current?.contains(target) || target.closest("[data-portal]"));
      if (!isInside) setWriting(false);
    };
    document.addEventListener("click", rest);
    return () => document.removeEventListener("click", rest);
  }, [empty]);
  /** Escape leaves the field, for the task that it belongs to. */
  const leave = () => {
    if (html === "") setWriting(false);
    const task = root.current?.closest("[role=dialog], main")?.querySelector<HTMLElement>("[data-task-title]");
    (task ?? root.current?.querySelector("button"))?.focus({ preventScroll: true });
  };

  return (
    <div ref={root} className={classes.composer}>
      <Avatar person={me} size={28} named />
      <div className={classes.field}>
        <TextEditor
          key={count}
          compact
          resting={!writing}
          autoFocus={writing && count > 0}
          html={html}
          people={people}
          label={text("comment.write")}
          placeholder={text("comment.placeholder")}
          onFocus={() => setWriting(true)}
          onChange={change}
          onSubmit={submit}
          onEscape={leave}
        />
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
