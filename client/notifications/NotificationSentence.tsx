import { useIntl } from "react-intl";
import type { Notification } from "../../shared/notifications/notifications.contract";
import type { NotificationKind } from "../../shared/notifications/notifications.kinds";
import type { NotifyingField, RecordOf } from "../../shared/tasks/tasks.field-lists";
import { valuesIn } from "../../shared/notifications/request.words";
import type { MessageId } from "../platform/intl/catalogues";
import { shown$ } from "../platform/intl/language";
import { Message, useFormat, useText } from "../platform/intl/useText";
import { useValue } from "../platform/value";
import { choosing } from "./choosing";
import { useRequestWhat } from "./useRequestWords";

/** Shorter than the server's sentence: the key stands below. The other kinds are told as in `shared/locales`. */
const shorter: Partial<Record<NotificationKind, MessageId>> = {
  "task.assigned": "notifications.said.assigned",
  "comment.mentioned": "notifications.said.mentioned",
  "comment.created": "notifications.said.commented",
  "project.added": "notifications.said.added",
};

/** Nobody does these; their sentences name no sender. */
const byTheClock: readonly NotificationKind[] = [
  "task.due",
  "request.waiting",
  "request.reminder",
  "request.passedOn",
  "request.passedOver",
  "request.escalated",
  "request.archived",
  "delegation.ended",
  "delegation.over",
];

const valueOf = (name: string, value: string) => (choosing.has(name) ? value : <bdi>{value}</bdi>);

/** In the reader's language, with the names marked; the server's sentence for kinds that are newer than this client. */
export function Sentence({ notification: { data } }: { notification: Notification }) {
  const { messages } = useIntl();
  const text = useText();
  const { list, day } = useFormat();
  const what = useRequestWhat(data);
  const id = shorter[data.kind] ?? (`notification.${data.kind}` as MessageId);
  const { language } = useValue(shown$);
  const { sender = "", excerpt = "", fields = "", date, ...named } = valuesIn(language, data.values ?? {});
  const nobody = sender === "" && !data.sender && !byTheClock.includes(data.kind);
  if (!(id in messages) || nobody) return data.message;
  const fieldNames = (fields.split(",") as RecordOf<NotifyingField>[]).map(
    (field): MessageId => `notification.field.${field}`,
  );
  return (
    <Message
      id={id}
      values={{
        title: "",
        key: data.group,
        ...Object.fromEntries(Object.entries(named).map(([name, value]) => [name, valueOf(name, value)])),
        what: (
          <b>
            <bdi>{what}</bdi>
          </b>
        ),
        sender: <Senders data={data} />,
        others: data.others,
        excerpt,
        fields: fields && list(fieldNames.map((field) => (field in messages ? text(field) : field))),
        date: date && day(date, "medium"),
        b: (chunks) => <b>{chunks}</b>,
        // The marks go with what they enclose, whichever way that runs.
        q: (chunks) => (
          <q>
            <bdi>{chunks}</bdi>
          </q>
        ),
      }}
    />
  );
}

/** The latest, and how many beside them. */
function Senders({ data: { sender, values, others } }: { data: Notification["data"] }) {
  const name = (
    <b>
      <bdi>{sender?.fullname ?? values.sender}</bdi>
    </b>
  );
  return others > 0 ? <Message id="notification.andOthers" values={{ sender: name, others }} /> : name;
}
