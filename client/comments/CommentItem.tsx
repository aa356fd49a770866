import { ActionIcon, Button } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { type MouseEvent, useState } from "react";
import { type Comment, deleteComment, updateComment } from "../../shared/comments/comments.contract";
import { useText } from "../platform/intl/useText";
import { ProblemError } from "../platform/problem-error";
import { useAction } from "../platform/query";
import { Avatar } from "../ui/Avatar";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import type { Person } from "../ui/people";
import { RelativeTime } from "../ui/RelativeTime";
import classes from "./CommentList.module.css";
import { RichText } from "./RichText";
import { TextEditor } from "./TextEditor";

export function CommentItem({ comment, people }: { comment: Comment; people: readonly Person[] }) {
  const text = useText();
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const remove = useAction(deleteComment);
  const { author, can } = comment;
  return (
    <li className={classes.item} id={`comment-${comment.id}`}>
      <Avatar person={author} size={28} named />
      <div className={classes.body}>
        <div className={classes.head}>
          <strong>
            <bdi>{author.fullname}</bdi>
          </strong>
          <span className={classes.meta}>
            <RelativeTime at={comment.created_at} />
            {comment.edited_at && ` · ${text("comment.edited")}`}
          </span>
          <span className={classes.actions}>
            {can.edit && !editing && (
              <ActionIcon size={24} aria-label={text("comment.edit")} onClick={() => setEditing(true)}>
                <IconPencil size={14} stroke={1.75} />
              </ActionIcon>
            )}
            {can.delete && (
              <ActionIcon size={24} aria-label={text("comment.delete")} onClick={() => setDeleting(true)}>
                <IconTrash size={14} stroke={1.75} />
              </ActionIcon>
            )}
          </span>
        </div>
        {editing ? (
          <CommentEditor comment={comment} people={people} onDone={() => setEditing(false)} />
        ) : (
          <RichText html={comment.comment} />
        )}
      </div>
      <ConfirmDialog
        opened={deleting}
        title={text("comment.deleteTitle")}
        confirmLabel={text("comment.delete")}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id: comment.id } }, { onSettled: () => setDeleting(false) })}
        onClose={() => setDeleting(false)}
      >
        {text("comment.deleteWhy")}
      </ConfirmDialog>
    </li>
  );
}

/** A press must not take the focus from the text: its tools would go, and the button from under the pointer. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** What one types stays one's own while the comment changes underneath; saving says so when it did. */
function CommentEditor({
  comment,
  people,
  onDone,
}: {
  comment: Comment;
  people: readonly Person[];
  onDone: () => void;
}) {
  const text = useText();
  const [html, setHtml] = useState(comment.comment);
  const [version, setVersion] = useState(comment.version);
  const [present, setPresent] = useState<Comment | null>(null);
  const save = useAction(updateComment, {
    onSuccess: onDone,
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
        autoFocus
        html={comment.comment}
        people={people}
        label={text("comment.edit")}
        onChange={setHtml}
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
        <Button size="xs" variant="subtle" color="gray" onMouseDown={keepFocus} onClick={onDone}>
          {text("action.cancel")}
        </Button>
      </div>
    </>
  );
}
