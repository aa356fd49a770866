import { Button, Select, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { type Language, languageCodes, languages } from "../../../shared/kernel/languages";
import { type Notices, tones } from "../../../shared/kernel/notices";
import {
  announce,
  announcementSchema,
  beginMaintenance,
  endMaintenance,
  maintenanceSchema,
  readNotices,
  withdrawAnnouncement,
} from "../../../shared/operations/operator/notices.contract";
import { readOperatorLog } from "../../../shared/operations/operator/overview.contract";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { useZonedMoment } from "../../platform/intl/useZonedMoment";
import { refetch, useAction, useEndpoint } from "../../platform/query";
import { Dialog } from "../../ui/Dialog";
import { Form } from "../../ui/form/Form";
import { useForm } from "../../ui/form/form";
import { Panel } from "../../ui/Panel";
import classes from "./operator.module.css";
import flow from "../../ui/layout/flow.module.css";

const refreshMs = 10_000;
const refetchNotices = () => refetch(readNotices, readOperatorLog);

/** Formats a time in UTC as it would be typed. */
const typedTime = (time: string | Date) => new Date(time).toISOString().slice(0, 16).replace("T", " ");

/** Controls for the announcement to all users, and for maintenance with its expected end. */
export function NoticesPanel() {
  const text = useText();
  const zoned = useZonedMoment();
  const { data } = useEndpoint(readNotices, {}, { refetchInterval: refreshMs });
  const [openDialog, setOpenDialog] = useState<"announcement" | "maintenance" | null>(null);
  const close = () => setOpenDialog(null);
  const done = { onSettled: refetchNotices };
  const withdraw = useAction(withdrawAnnouncement, done);
  const end = useAction(endMaintenance, done);
  if (!data) return null;
  const { announcement, maintenance } = data.data;
  return (
    <>
      <Panel title={text("operator.notices")}>
        <dl className={classes.notices}>
          <div>
            <dt>{text("operator.announcement")}</dt>
            <dd className={classes.said}>
              <bdi>{announcement?.texts.en ?? text("operator.announcement.none")}</bdi>
              {announcement && (
                <small>
                  {text(`operator.announcement.tone.${announcement.tone}`)},{" "}
                  {text("operator.notice.shownUntil", { time: zoned(announcement.until) })}
                </small>
              )}
            </dd>
            <dd className={flow.wrapNarrow}>
              <Button size="xs" onClick={() => setOpenDialog("announcement")}>
                {text("operator.announcement.new")}
              </Button>
              {announcement && (
                <Button size="xs" loading={withdraw.isPending} onClick={() => withdraw.mutate({})}>
                  {text("operator.announcement.end")}
                </Button>
              )}
            </dd>
          </div>
          <div>
            <dt>{text("operator.maintenance")}</dt>
            <dd className={classes.said} data-bad={maintenance !== null || undefined}>
              {maintenance
                ? text("operator.maintenance.on", { time: zoned(maintenance.until) })
                : text("operator.maintenance.none")}
              {maintenance?.texts.en && (
                <small>
                  <bdi>{maintenance.texts.en}</bdi>
                </small>
              )}
            </dd>
            <dd className={flow.wrapNarrow}>
              <Button size="xs" onClick={() => setOpenDialog("maintenance")}>
                {text(maintenance ? "operator.maintenance.change" : "operator.maintenance.new")}
              </Button>
              {maintenance && (
                <Button size="xs" loading={end.isPending} onClick={() => end.mutate({})}>
                  {text("operator.maintenance.end")}
                </Button>
              )}
            </dd>
          </div>
        </dl>
      </Panel>
      <Dialog opened={openDialog === "announcement"} onClose={close} title={text("operator.announcement.new")}>
        {openDialog === "announcement" && <Announce present={announcement} onClose={close} />}
      </Dialog>
      <Dialog
        opened={openDialog === "maintenance"}
        onClose={close}
        title={text(maintenance ? "operator.maintenance.change" : "operator.maintenance.new")}
      >
        {openDialog === "maintenance" && <Maintain present={maintenance} onClose={close} />}
      </Dialog>
    </>
  );
}

interface NoticeFormProps<Kind extends keyof Notices> {
  present: Notices[Kind];
  onClose: () => void;
}

const textsOf = (present: Notices["maintenance"]) =>
  Object.fromEntries(languageCodes.map((code) => [code, present?.texts[code] ?? ""])) as Record<Language, string>;

function Announce({ present, onClose }: NoticeFormProps<"announcement">) {
  const text = useText();
  const form = useForm(announcementSchema, {
    initialValues: {
      tone: present?.tone ?? "info",
      until: present ? typedTime(present.until) : "",
      ...textsOf(present),
    },
    onSubmit: async (body) => {
      await call(announce, { body });
      onClose();
      await refetchNotices();
    },
  });
  return (
    <Form form={form}>
      <p>{text("operator.announcement.why")}</p>
      <Select<string>
        label={text("operator.announcement.tone")}
        data={tones.map((tone) => ({ value: tone, label: text(`operator.announcement.tone.${tone}`) }))}
        allowDeselect={false}
        {...form.valueProps<string | null>("tone")}
      />
      <UntilInput label={text("operator.notice.until")} field={form.field("until")} />
      <TextInputs field={form.field} />
      <Button type="submit" variant="filled" loading={form.sending}>
        {text("operator.announcement.new")}
      </Button>
    </Form>
  );
}

function Maintain({ present, onClose }: NoticeFormProps<"maintenance">) {
  const text = useText();
  const form = useForm(maintenanceSchema, {
    initialValues: { until: present ? typedTime(present.until) : "", ...textsOf(present) },
    onSubmit: async (body) => {
      await call(beginMaintenance, { body });
      onClose();
      await refetchNotices();
    },
  });
  return (
    <Form form={form}>
      <p>{text("operator.maintenance.why")}</p>
      <UntilInput label={text("operator.notice.expected")} field={form.field("until")} />
      <TextInputs field={form.field} />
      <Button type="submit" variant="filled" color="danger" loading={form.sending}>
        {text(present ? "operator.maintenance.change" : "operator.maintenance.new")}
      </Button>
    </Form>
  );
}

const hourMs = 3_600_000;

function UntilInput({ label, field }: { label: string; field: object }) {
  const text = useText();
  const [example] = useState(() => typedTime(new Date(Date.now() + hourMs)));
  return (
    <TextInput
      label={label}
      description={text("operator.notice.until.help", { time: example })}
      autoComplete="off"
      dir="ltr"
      {...field}
    />
  );
}

function TextInputs({ field }: { field: (name: Language) => object }) {
  const text = useText();
  return languageCodes.map((code) => (
    <Textarea
      key={code}
      label={text("operator.notice.textIn", { language: languages[code].name })}
      lang={code}
      dir={languages[code].direction}
      autosize
      minRows={1}
      maxRows={6}
      {...field(code)}
    />
  ));
}
