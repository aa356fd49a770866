import { Button } from "@mantine/core";
import { type MouseEvent, useRef, useState } from "react";
import { type Comment, updateComment } from "../../../shared/work/comments/comments.contract";
import { isText, readDraft } from "../../platform/drafts/drafts";
import { useStoredDraft } from "../../platform/drafts/useStoredDraft";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { useAction } from "../../platform/query";
import { CancelButton } from "../../ui/CancelButton";
import { StoredDraftNotice } from "../../ui/form/StoredDraftNotice";
import type { Person } from "../../ui/signs/people";
import classes from "./CommentList.module.css";
import { RichText } from "../../ui/text-editor/RichText";
import { TextEditor } from "../../ui/text-editor/TextEditor";

/** Keeps the focus in the text on pointer down: otherwise the toolbar would collapse under the pointer. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

const placeOf = (commentId: number) => `comment:${commentId}`;

export const hasEditDraft = (commentId: number): boolean => readDraft(placeOf(commentId), isText) !== null;

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
  const [start] = useState(comment.comment);
  const draft = useStoredDraft(placeOf(comment.id), { start, version: comment.version });
  const html = draft.value;
  const done = () => {
    draft.forget();
    onDone();
  };
  const [savedVersion, setSavedVersion] = useState<number | null>(null);
  const sentHtml = useRef("");
  const [present, setPresent] = useState<Comment | null>(null);
  const save = useAction(updateComment, {
    onSuccess: ({ data }) => {
      if (html === sentHtml.current) return done();
      // Text typed while the comment was being saved stays in the editor and is based on the saved comment.
      setSavedVersion(data.version);
    },
    onProblem: (error) => {
      if (!(error instanceof ProblemError && error.code === "comment.stale")) return false;
      setPresent(error.record as Comment);
      return true;
    },
  });
  const submit = (baseVersion = savedVersion ?? draft.version) => {
    if (html === "" || save.isPending) return;
    sentHtml.current = html;
    save.mutate({ params: { id: comment.id }, body: { comment: html, version: baseVersion as number } });
  };
  return (
    <>
      <TextEditor
        key={draft.round}
        compact
        autoFocus={!draft.restored}
        html={html}
        people={people}
        label={text("comment.edit")}
        onChange={draft.change}
        onSubmit={() => submit()}
        onEscape={onDone}
      />
      {draft.restored && draft.at !== null && <StoredDraftNotice at={draft.at} onDiscard={done} other={draft.other} />}
      {present && (
        <div className={classes.conflict} role="alert">
          <span>{text("comment.conflict")}</span>
          <RichText html={present.comment} />
          <Button
            size="xs"
            onClick={() => {
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
        <CancelButton isSending={save.isPending} size="xs" onMouseDown={keepFocus} onClick={done} />
      </div>
    </>
  );
}
