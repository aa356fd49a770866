import {
  IconArchive,
  IconArchiveOff,
  IconArrowRight,
  IconClock,
  IconMessage,
  IconPencil,
  IconPlus,
  type IconProps,
  IconTag,
  IconTrash,
  IconUserPlus,
} from "@tabler/icons-react";
import { type ComponentType, type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import type { recentActivity } from "../../shared/activity/activity.contract";
import { Message, useFormat, useText } from "../platform/intl/useText";
import { useTaskPath } from "../tasks/detail/useTaskPath";
import { RelativeTime } from "../ui/signs/RelativeTime";
import { type SentenceIcon, sentenceOf, type Value } from "./activity.sentence";
import classes from "./ActivityFeed.module.css";

export type ActivityItem = ReplyOf<typeof recentActivity>["data"][number];

const icons: Record<SentenceIcon, ComponentType<IconProps>> = {
  add: IconPlus,
  move: IconArrowRight,
  change: IconPencil,
  archive: IconArchive,
  restore: IconArchiveOff,
  delete: IconTrash,
  comment: IconMessage,
  people: IconUserPlus,
  tag: IconTag,
  time: IconClock,
};

interface ActivityFeedProps {
  items: readonly ActivityItem[];
  /** Where it happened, for a feed over several projects: said where no task's key says it. */
  placeOf?: (item: ActivityItem) => ReactNode;
}

/** What happened, newest first, as sentences. What comes in while one looks is tinted for a moment. */
export function ActivityFeed({ items, placeOf }: ActivityFeedProps) {
  const [knownTo] = useState(() => items[0]?.id ?? 0);
  return (
    <ol className={classes.feed}>
      {items.map((item) => (
        <Item key={item.id} item={item} isNew={item.id > knownTo} place={placeOf?.(item)} />
      ))}
    </ol>
  );
}

function Item({ item, isNew, place }: { item: ActivityItem; isNew: boolean; place: ReactNode }) {
  const valueOf = useValues();
  const pathOf = useTaskPath();
  const sentence = sentenceOf(item);
  if (!sentence) return null;
  const Icon = icons[sentence.icon];
  const values = Object.fromEntries(Object.entries(sentence.values).map(([name, value]) => [name, valueOf(value)]));
  const key = values.key && sentence.taskId !== undefined && (
    <Link className={classes.key} to={pathOf({ id: sentence.taskId, projectId: item.project_id })}>
      {values.key}
    </Link>
  );
  return (
    <li data-new={isNew || undefined}>
      <span className={classes.icon} aria-hidden>
        <Icon size={12} stroke={2} className={sentence.icon === "move" ? "flip" : undefined} />
      </span>
      <div className={classes.text}>
        <Message
          id={sentence.id}
          values={{
            ...values,
            key: key || <b>{values.key}</b>,
            b: (chunks) => <b>{chunks}</b>,
            // The marks go with what they enclose, whichever way that runs.
            q: (chunks) => (
              <q>
                <bdi>{chunks}</bdi>
              </q>
            ),
          }}
        />
        {place && !values.key && <span className={classes.place}>{place}</span>}
      </div>
      <RelativeTime at={item.at} className={classes.time} />
    </li>
  );
}

/** What people wrote keeps its own direction. */
function useValues(): (value: Value) => ReactNode {
  const text = useText();
  const { number, day, percent, list } = useFormat();
  const said = (part: string | { message: Parameters<typeof text>[0] }) =>
    typeof part === "string" ? part : text(part.message);
  return (value) => {
    if (typeof value === "string") return <bdi>{value}</bdi>;
    if (typeof value === "number") return number(value);
    if ("quote" in value) return value.quote;
    if ("day" in value) return day(value.day);
    if ("percent" in value) return percent(value.percent);
    if ("message" in value) return text(value.message);
    return list(value.list.map(said));
  };
}
