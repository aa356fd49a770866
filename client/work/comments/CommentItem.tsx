import { ActionIcon } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useState } from "react";
import type { Comment } from "../../../shared/work/comments/comments.contract";
import { useText } from "../../platform/intl/useText";
import { useCurrentUser } from "../../platform/session";
import { Avatar } from "../../ui/signs/Avatar";
import type { Person } from "../../ui/signs/people";
import { RelativeTime } from "../../ui/signs/RelativeTime";
import { authorOf } from "./comment-author";
import { CommentEditor, hasEditDraft } from "./CommentEditor";
import classes from "./CommentList.module.css";
import { CommentMenu } from "./CommentMenu";
import { CommentReactions } from "./CommentReactions";
import { ImportedFrom } from "./ImportedFrom";
import { quoteComment } from "./quotes";
import { ReactionPicker } from "./ReactionPicker";
import { RichText } from "../../ui/text-editor/RichText";
import { useReactions } from "./useReactions";
import tones from "../../ui/layout/tones.module.css";

interface CommentItemProps {
  comment: Comment;
  people: readonly Person[];
  mayComment: boolean;
  linked?: boolean;
}

export function CommentItem({ comment, people, mayComment, linked = false }: CommentItemProps) {
  const text = useText();
  const me = useCurrentUser();
  const [editing, setEditing] = useState(() => comment.can.edit && hasEditDraft(comment.id));
  const reacting = useReactions(comment);
  const author = authorOf(comment);
  return (
    <li className={classes.item} id={`comment-${comment.id}`} tabIndex={-1} data-linked={linked || undefined}>
      <Avatar person={author} size={28} hasVisibleName dimmed={comment.author === null} />
      <div className={classes.body}>
        <div className={classes.head}>
          <strong>
            <bdi>{author.fullname}</bdi>
          </strong>
          <span className={tones.quietSmall}>
            <RelativeTime at={comment.created_at} />
            {comment.edited_at && ` · ${text("comment.edited")}`}
          </span>
          {!editing && (
            <span className={classes.actions}>
              {mayComment && <ReactionPicker reacting={reacting} />}
              {mayComment && (
                <ActionIcon
                  size={24}
                  aria-label={text("comment.reply")}
                  title={text("comment.reply")}
                  onClick={() => quoteComment(comment, me)}
                >
                  <IconArrowBackUp size={14} stroke={1.75} className="flip" />
                </ActionIcon>
              )}
              <CommentMenu comment={comment} onEdit={() => setEditing(true)} />
            </span>
          )}
        </div>
        {comment.import && (
          <p className={tones.quietSmall}>
            <ImportedFrom origin={comment.import} />
          </p>
        )}
        {editing ? (
          <CommentEditor comment={comment} people={people} onDone={() => setEditing(false)} />
        ) : (
          <RichText html={comment.comment} />
        )}
        <CommentReactions reacting={reacting} mayReact={mayComment} />
      </div>
    </li>
  );
}
