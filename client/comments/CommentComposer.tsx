import { Button, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { createComment } from "../../shared/comments/comments.contract";
import { useText } from "../platform/intl/useText";
import { useAction } from "../platform/query";
import { useCurrentUser } from "../platform/session";
import { Avatar } from "../ui/Avatar";
import type { Person } from "../ui/people";
import classes from "./CommentComposer.module.css";
import { keepDraft, readDraft } from "./drafts";
import { TextEditor } from "./TextEditor";

/** Always there, below the task. The editor comes with the first click, or with a draft. */
export function CommentComposer({ taskId, people }: { taskId: number; people: readonly Person[] }) {
  const text = useText();
  const me = useCurrentUser();
  const [html, setHtml] = useState(() => readDraft(taskId));
  const [writing, setWriting] = useState(html !== "");
  /** A new editor for the next comment. */
  const [count, setCount] = useState(0);
  const change = (now: string) => {
    setHtml(now);
    keepDraft(taskId, now);
  };
  const send = useAction(createComment, {
    onSuccess: () => {
      change("");
      setCount(count + 1);
    },
  });
  const submit = () => html !== "" && !send.isPending && send.mutate({ body: { task_id: taskId, comment: html } });
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
