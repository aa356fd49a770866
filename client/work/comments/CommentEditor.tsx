import { Button } from "@mantine/core";
import { type MouseEvent, useState } from "react";
import { type Comment, updateComment } from "../../../shared/work/comments/comments.contract";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { useAction } from "../../platform/query";
import type { Person } from "../../ui/signs/people";
import classes from "./CommentList.module.css";
import { saveEditDraft, readEditDraft } from "./drafts";
import { RichText } from "../../ui/text-editor/RichText";
import { TextEditor } from "../../ui/text-editor/TextEditor";

/** Keeps the focus in the text on pointer down: otherwise the toolbar would collapse under the pointer. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

interface CommentEditorProps {
  comment: Comment;
  people: readonly Person[];
  onDone: () => void;
}

/**
 * The user's draft isn't affected by concurrent changes; saving reports a conflict. The draft is kept until it is saved or canceled, even
 * after Escape or closing the panel.
 */
export function CommentEditor({ comment, people, onDone }: CommentEditorProps) {
  const text = useText();
  const [draft] = useState(() => readEditDraft(comment.id));
  const [html, setHtml] = useState(draft?.html ?? comment.comment);
  const [version, setVersion] = useState(draft?.version ?? comment.version);
  const change = (now: string) => {
    setHtml(now);
    saveEditDraft(comment.id, now === comment.comment ? null : { html: now, version });
  };
  const done = () => {
    saveEditDraft(comment.id, null);
    onDone();
  };
  const [present, setPresent] = useState<Comment | null>(null);
  const save = useAction(updateComment, {
    onSuccess: done,
    onProblem: (error) => {
      if (!(error instanceof ProblemError && error.code === "comment.stale")) return false;
      setPresent(error.record as Comment);
      return true;
    },
  });
  const submit = (seen = version) => {
    if (html !== "" && !save.isPending)
      save.mutate({ params: { id: comment.id }, body: { comment: html, version: seen } });
  };
  return (
    <>
      <TextEditor
        compact
        autoFocus={draft === null}
        html={draft?.html ?? comment.comment}
        people={people}
        label={text("comment.edit")}
        onChange={change}
        onSubmit={() => submit()}
        onEscape={onDone}
      />
      {present && (
        <div className={classes.conflict} role="alert">
          <span>{text("comment.conflict")}</span>
          <RichText html={present.comment} />
          <Button
            size="xs"
            onClick={() => {
              setVersion(present.version);
              setPresent(null);
              submit(present.version);
            }}
          >
            {text("field.saveMine")}
          </Button>
        </div>
      )}
      <div className={classes.buttons}>
        <Button
          size="xs"
          variant="filled"
          disabled={html === ""}
          loading={save.isPending}
          onMouseDown={keepFocus}
          onClick={() => submit()}
        >
          {text("action.save")}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onMouseDown={keepFocus} onClick={done}>
          {text("action.cancel")}
        </Button>
      </div>
    </>
  );
}
