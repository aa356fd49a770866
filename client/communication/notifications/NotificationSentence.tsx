import { useIntl } from "react-intl";
import type { Notification } from "../../../shared/communication/notifications/notifications.contract";
import type { NotificationKind } from "../../../shared/communication/notifications/notifications.kinds";
import type { NotifyingField, RecordNameOf } from "../../../shared/work/tasks/tasks.field-lists";
import { localizedValuesIn } from "../../../shared/communication/notifications/request.texts";
import type { MessageId } from "../../platform/intl/catalogues";
import { activeLanguage$ } from "../../platform/intl/language";
import { Message, useFormat, useText } from "../../platform/intl/useText";
import { useStore } from "../../platform/store";
import { selectorValues } from "./selector-values";
import { useRequestSummary } from "./useRequestTexts";

/** Shorter than the server's sentence, because the key is shown below. Other kinds use `shared/locales`. */
const shortTextIds: Partial<Record<NotificationKind, MessageId>> = {
  "task.assigned": "notifications.said.assigned",
  "comment.mentioned": "notifications.said.mentioned",
  "comment.created": "notifications.said.commented",
  "project.added": "notifications.said.added",
};

/** Scheduled kinds; their sentences name no sender. */
const scheduledKinds: readonly NotificationKind[] = [
  "task.due",
  "task.dueMany",
  "request.waiting",
  "request.reminder",
  "request.passedOn",
  "request.passedOver",
  "request.escalated",
  "request.archived",
  "delegation.ended",
  "delegation.over",
];

const valueOf = (name: string, value: string) => (selectorValues.has(name) ? value : <bdi>{value}</bdi>);

/** Localized sentence with highlighted names; kinds newer than this client use the server's sentence. */
export function NotificationSentence({ notification: { data } }: { notification: Notification }) {
  const { messages } = useIntl();
  const text = useText();
  const { list, day } = useFormat();
  const what = useRequestSummary(data);
  const id = shortTextIds[data.kind] ?? (`notification.${data.kind}` as MessageId);
  const { language } = useStore(activeLanguage$);
  const { sender = "", excerpt = "", fields = "", date, ...named } = localizedValuesIn(language, data.values ?? {});
  const nobody = sender === "" && !data.sender && !scheduledKinds.includes(data.kind);
  if (!(id in messages) || nobody) return data.message;
  const fieldNames = (fields.split(",") as RecordNameOf<NotifyingField>[]).map(
    (field): MessageId => `notification.field.${field}`,
  );
  return (
    <Message
      id={id}
      values={{
        title: "",
        own: "",
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
        q: (chunks) => (
          <q>
            <bdi>{chunks}</bdi>
          </q>
        ),
      }}
    />
  );
}

function Senders({ data: { sender, values, others } }: { data: Notification["data"] }) {
  const name = (
    <b>
      <bdi>{sender?.fullname ?? values.sender}</bdi>
    </b>
  );
  return others > 0 ? <Message id="notification.andOthers" values={{ sender: name, others }} /> : name;
}
