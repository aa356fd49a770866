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
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import type { listRecentActivity } from "../../../../shared/work/activity/activity.contract";
import { Message, useFormat, useText } from "../../../platform/intl/useText";
import { useShownTasks } from "../../projects/shown-order";
import { TaskLink } from "../../projects/TaskLink";
import { RelativeTime } from "../../../ui/signs/RelativeTime";
import { type SentenceIcon, buildSentence, type SentenceValue } from "./activity.sentence";
import classes from "./ActivityFeed.module.css";

export type ActivityItem = ReplyOf<typeof listRecentActivity>["data"][number];

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
  /** Renders an item's project. Used in feeds that cover several projects, for items without a task key. */
  placeOf?: (item: ActivityItem) => ReactNode;
}

/** Activity sentences, newest first. Items that arrive after mounting are briefly highlighted. */
export function ActivityFeed({ items, placeOf }: ActivityFeedProps) {
  const [knownTo] = useState(() => items[0]?.id ?? 0);
  useShownTasks(items.flatMap((item) => buildSentence(item)?.taskId ?? []));
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
  const sentence = buildSentence(item);
  if (!sentence) return null;
  const Icon = icons[sentence.icon];
  const values = Object.fromEntries(Object.entries(sentence.values).map(([name, value]) => [name, valueOf(value)]));
  const key = values.key && sentence.taskId !== undefined && (
    <TaskLink className={classes.key} task={{ id: sentence.taskId, projectId: item.project_id }}>
      {values.key}
    </TaskLink>
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
            // Quotation marks follow the direction of the text that they enclose.
            q: (chunks) => (
              <q>
                <bdi>{chunks}</bdi>
              </q>
            ),
          }}
        />
        {place && !values.key && <bdi className={classes.place}>{place}</bdi>}
      </div>
      <RelativeTime at={item.at} className={classes.time} />
    </li>
  );
}

/** User-written text keeps its own direction. */
function useValues(): (value: SentenceValue) => ReactNode {
  const text = useText();
  const { number, day, percent, list } = useFormat();
  const partText = (part: string | { message: Parameters<typeof text>[0] }) =>
    typeof part === "string" ? part : text(part.message);
  return (value) => {
    if (typeof value === "string") return <bdi>{value}</bdi>;
    if (typeof value === "number") return number(value);
    if ("quote" in value) return value.quote;
    if ("day" in value) return day(value.day);
    if ("percent" in value) return percent(value.percent);
    if ("message" in value) return text(value.message);
    return list(value.list.map(partText));
  };
}
