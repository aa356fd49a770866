import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { changedValueTexts } from "../../../shared/communication/notifications/changed-values.texts";
import type { Notification } from "../../../shared/communication/notifications/notifications.contract";
import type { NotifyingField, RecordNameOf } from "../../../shared/work/tasks/tasks.field-lists";
import { localizedValuesIn } from "../../../shared/communication/notifications/request.texts";
import type { MessageId } from "../../platform/intl/catalogues";
import { activeLanguage$ } from "../../platform/intl/language";
import { Message, useFormat, useText } from "../../platform/intl/useText";
import { useStore } from "../../platform/store";
import { rowContentOf, sentenceIdOf } from "./notification-rows";
import { selectorValues } from "./selector-values";
import { useRequestSummary } from "./useRequestTexts";

function valueOf(name: string, value: string): ReactNode {
  if (selectorValues.has(name)) return value;
  return name === "title" ? <Name>{value}</Name> : <bdi>{value}</bdi>;
}

/** Localized sentence with highlighted names; kinds newer than this client use the server's sentence. */
export function NotificationSentence({ notification: { data } }: { notification: Notification }) {
  const { messages } = useIntl();
  const text = useText();
  const { list, day, number } = useFormat();
  const summary = useRequestSummary(data);
  const id = sentenceIdOf(data.kind);
  const { language } = useStore(activeLanguage$);
  const {
    sender = "",
    excerpt = "",
    fields = "",
    changed_values,
    date,
    ...named
  } = localizedValuesIn(language, data.values ?? {});
  const row = rowContentOf(data.kind);
  const hasNoSender = sender === "" && !data.sender && !row?.scheduled;
  if (!row || hasNoSender) return data.message;
  const fieldNames = (fields.split(",").filter(Boolean) as RecordNameOf<NotifyingField>[]).map(
    (field): MessageId => `notification.field.${field}`,
  );
  return (
    <Message
      id={id}
      values={{
        title: "",
        own: "",
        ...Object.fromEntries(Object.entries(named).map(([name, value]) => [name, valueOf(name, value)])),
        what: <Name>{summary}</Name>,
        sender: <Senders data={data} />,
        others: data.others,
        task: <TaskName taskKey={named.key ?? data.group} title={named.title} />,
        excerpt: (
          <q>
            <bdi>{excerpt}</bdi>
          </q>
        ),
        fields: list([
          ...fieldNames.map((field) => (field in messages ? text(field) : field)),
          ...changedValueTexts(changed_values, { day: (value) => day(value, "medium"), number, list, text }),
        ]),
        date: date && day(date, "medium"),
      }}
    />
  );
}

function Name({ children }: { children: ReactNode }) {
  return (
    <b>
      <bdi>{children}</bdi>
    </b>
  );
}

function TaskName({ taskKey, title }: { taskKey: string; title: string | undefined }) {
  return (
    <>
      <span className="key">{taskKey}</span> {title && <Name>{title}</Name>}
    </>
  );
}

function Senders({ data: { sender, values, others } }: { data: Notification["data"] }) {
  const name = <Name>{sender?.fullname ?? values.sender}</Name>;
  return others > 0 ? <Message id="notification.andOthers" values={{ sender: name, others }} /> : name;
}
