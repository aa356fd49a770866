import { Tooltip, UnstyledButton } from "@mantine/core";
import type { ReactionEmoji } from "../../../shared/work/comments/comments.schema";
import { useFormat, useText } from "../../platform/intl/useText";
import classes from "./CommentReactions.module.css";
import { reactionIcons } from "./reaction-icons";
import type { ReactionControl } from "./useReactions";

export function CommentReactions({ reacting, mayReact }: { reacting: ReactionControl; mayReact: boolean }) {
  const text = useText();
  const { number, list } = useFormat();
  if (reacting.shown.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={text("reaction.list")}>
      {reacting.shown.map(({ emoji, users }) => {
        const { Icon, color, name } = reactionIcons[emoji as ReactionEmoji];
        const own = reacting.isOwn(emoji);
        const who = list(users.map((user) => user.fullname));
        const label = text("reaction.who", { people: who, reaction: text(name) });
        const face = (
          <>
            <Icon size={14} stroke={1.75} style={{ color }} aria-hidden />
            <span>{number(users.length)}</span>
          </>
        );
        return (
          <li key={emoji}>
            <Tooltip label={label} multiline maw={260}>
              {mayReact ? (
                <UnstyledButton
                  className={classes.chip}
                  aria-pressed={own}
                  aria-label={label}
                  onClick={() => reacting.react(emoji as ReactionEmoji, !own)}
                >
                  {face}
                </UnstyledButton>
              ) : (
                <span className={classes.chip} role="img" aria-label={label}>
                  {face}
                </span>
              )}
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}
