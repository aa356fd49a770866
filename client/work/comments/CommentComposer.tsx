import { Button } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { createComment } from "../../../shared/work/comments/comments.contract";
import { useText } from "../../platform/intl/useText";
import { useDraftSending } from "../../platform/drafts/useDraftSending";
import { useCurrentUser } from "../../platform/session";
import { StoredDraftNotice } from "../../ui/form/StoredDraftNotice";
import { Avatar } from "../../ui/signs/Avatar";
import type { Person } from "../../ui/signs/people";
import classes from "./CommentComposer.module.css";
import { onQuoteRequest } from "./quotes";
import { emitSentComment } from "./sent-comments";
import { TextEditor } from "../../ui/text-editor/TextEditor";
import flow from "../../ui/layout/flow.module.css";

/** Comment composer below the task: one line that expands to the editor on click, or if there is a draft or a quote. */
export function CommentComposer({ taskId, people }: { taskId: number; people: readonly Person[] }) {
  const text = useText();
  const me = useCurrentUser();
  const root = useRef<HTMLDivElement>(null);
  const sending = useDraftSending(`comment:task:${taskId}`, createComment, {
    inputOf: (comment) => ({ body: { task_id: taskId, comment } }),
    onSent: ({ data }) => emitSentComment(data),
  });
  const { draft } = sending;
  const { value: html, at } = draft;
  const [writing, setWriting] = useState(html !== "");
  const submit = () => {
    if (html !== "") sending.submit();
  };

  const answer = useEffectEvent((quote: string) => {
    setWriting(true);
    draft.replace(html + quote);
  });
  useEffect(() => {
    const quotes = onQuoteRequest(taskId, (quote) => answer(quote));
    return () => quotes();
  }, [taskId]);

  // Collapses on click instead of on pointer down: a layout shift under the pressed pointer would redirect the click.
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
  /** Escape moves the focus from the field to the task. */
  const leave = () => {
    if (html === "") setWriting(false);
    const task = root.current?.closest("[role=dialog], main")?.querySelector<HTMLElement>("[data-task-title]");
    (task ?? root.current?.querySelector("button"))?.focus({ preventScroll: true });
  };

  return (
    <div ref={root} className={classes.composer} data-comment-field>
      <Avatar person={me} size={28} hasVisibleName />
      <div className={flow.growOrShrink}>
        <TextEditor
          key={draft.round}
          compact
          resting={!writing}
          autoFocus={writing && draft.round > 0}
          html={html}
          people={people}
          label={text("comment.write")}
          placeholder={text("comment.placeholder")}
          onFocus={() => setWriting(true)}
          onChange={draft.change}
          onSubmit={submit}
          onEscape={leave}
        />
        {html !== "" && at !== null && <StoredDraftNotice at={at} onDiscard={draft.clear} other={draft.other} />}
      </div>
      <Button
        size="md"
        variant={html === "" ? "default" : "filled"}
        disabled={html === ""}
        loading={sending.isSending}
        onClick={submit}
      >
        {text("comment.send")}
      </Button>
    </div>
  );
}
