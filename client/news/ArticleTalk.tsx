import { ActionIcon, Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { commentOnNews, deleteNewsComment } from "../../shared/news/news.contract";
import type { NewsArticle, NewsComment } from "../../shared/news/news.replies";
import { CommentReactions } from "../comments/CommentReactions";
import { ReactionPicker } from "../comments/ReactionPicker";
import { RichText } from "../comments/RichText";
import { TextEditor } from "../comments/TextEditor";
import { useFormat, useText } from "../platform/intl/useText";
import { useAction } from "../platform/query";
import { useCurrentUser } from "../platform/session";
import { readStored, writeStored } from "../platform/stored";
import { Avatar } from "../ui/signs/Avatar";
import { RelativeTime } from "../ui/signs/RelativeTime";
import { useNewsCommentReactions, useNewsReactions } from "./useNewsReactions";
import classes from "./news.module.css";

/** What readers answer: a press, or words. Both come live. */
export function ArticleTalk({ article }: { article: NewsArticle }) {
  const text = useText();
  const { number } = useFormat();
  const reacting = useNewsReactions(article);
  const remove = useAction(deleteNewsComment);
  return (
    <>
      <div className={classes.reactions}>
        <CommentReactions reacting={reacting} mayReact={article.can.talk} />
        {article.can.talk && <ReactionPicker reacting={reacting} />}
      </div>
      <section className={classes.comments} aria-labelledby="news-comments">
        <h2 id="news-comments">
          {text("news.comments")} <span>{number(article.comment_count)}</span>
        </h2>
        <ol>
          {article.comments.map((comment) => (
            <li key={comment.id}>
              <Avatar person={comment.author} size={28} named />
              <div>
                <span className={classes.said}>
                  <b>
                    <bdi>{comment.author.fullname}</bdi>
                  </b>
                  <RelativeTime at={comment.created_at} />
                </span>
                <RichText html={comment.comment} />
                <CommentTalk articleId={article.id} comment={comment} mayReact={article.can.talk} />
              </div>
              {comment.can.delete && (
                <ActionIcon
                  aria-label={text("news.deleteComment", { name: comment.author.fullname })}
                  onClick={() => remove.mutate({ params: { id: comment.id } })}
                >
                  <IconTrash size={16} stroke={1.75} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ol>
        {article.can.talk && <Composer key={article.id} article={article} />}
      </section>
    </>
  );
}

interface CommentTalkProps {
  articleId: number;
  comment: NewsComment;
  mayReact: boolean;
}

function CommentTalk({ articleId, comment, mayReact }: CommentTalkProps) {
  const reacting = useNewsCommentReactions(articleId, comment);
  return (
    <div className={classes.pressed}>
      <CommentReactions reacting={reacting} mayReact={mayReact} />
      {mayReact && <ReactionPicker reacting={reacting} />}
    </div>
  );
}

/** Who wrote it and who has said something can be named. */
function peopleOf({ author, comments }: NewsArticle) {
  const all = new Map([author, ...comments.map((comment) => comment.author)].map((person) => [person.id, person]));
  return [...all.values()];
}

/** What was typed stays in this browser until it is sent. */
function Composer({ article }: { article: NewsArticle }) {
  const text = useText();
  const me = useCurrentUser();
  const place = `portal.draft.news.${article.id}`;
  const [html, setHtml] = useState(() => readStored(place) ?? "");
  const [round, setRound] = useState(0);
  const [writing, setWriting] = useState(html !== "");
  const change = (now: string) => {
    setHtml(now);
    writeStored(place, now === "" ? null : now);
  };
  const send = useAction(commentOnNews, {
    onSuccess: () => {
      change("");
      setWriting(false);
      setRound(round + 1);
    },
  });
  const submit = () => {
    if (html !== "" && !send.isPending) send.mutate({ params: { id: article.id }, body: { comment: html } });
  };
  return (
    <div className={classes.compose}>
      <Avatar person={me} size={28} named />
      <div>
        <TextEditor
          key={round}
          compact
          resting={!writing}
          html={html}
          people={peopleOf(article)}
          label={text("news.comment")}
          placeholder={text("news.comment")}
          onFocus={() => setWriting(true)}
          onChange={change}
          onSubmit={submit}
        />
        {writing && (
          <Button disabled={html === ""} loading={send.isPending} onClick={submit}>
            {text("news.send")}
          </Button>
        )}
      </div>
    </div>
  );
}
