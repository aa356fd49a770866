import { Button, Checkbox, MultiSelect, Select } from "@mantine/core";
import { useState } from "react";
import type { NewsDraft } from "../../../shared/communication/news/news.replies";
import { listNewsChoices } from "../../../shared/communication/news/news-sections.contract";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { DateField } from "../../ui/fields/DateField";
import { DayTimeField } from "../../ui/fields/DayTimeField";
import type { DraftForm } from "./draft";
import classes from "./news.module.css";

interface ArticleSettingsProps {
  draft: NewsDraft | null;
  form: DraftForm;
  errors: Readonly<Record<string, string>>;
  busy: boolean;
  onChange: (part: Partial<DraftForm>) => void;
  onSave: () => void;
  onPublish: (publishAt: string | null, withdrawAt: string | null) => void;
}

const choicesOf = (namedRecords: readonly { id: number; name: string }[] | undefined) =>
  (namedRecords ?? []).map(({ id, name }) => ({ value: String(id), label: name }));

export function ArticleSettings({ draft, form, errors, busy, onChange, onSave, onPublish }: ArticleSettingsProps) {
  const text = useText();
  const choices = useEndpoint(listNewsChoices).data?.data;
  return (
    <aside className={classes.fields} aria-label={text("news.settings")}>
      <Select
        label={text("news.section")}
        clearable
        data={choicesOf(choices?.sections)}
        value={form.section_id}
        error={errors.section_id}
        onChange={(section_id) => onChange({ section_id })}
      />
      <Checkbox
        label={text("news.forEveryone")}
        checked={form.everyone}
        onChange={(event) => onChange({ everyone: event.currentTarget.checked })}
      />
      {!form.everyone && (
        <>
          <MultiSelect
            label={text("news.departments")}
            searchable
            data={choicesOf(choices?.departments)}
            value={form.department_ids}
            error={errors.audience ?? errors["audience.department_ids"]}
            onChange={(department_ids) => onChange({ department_ids })}
          />
          <MultiSelect
            label={text("news.groups")}
            searchable
            data={choicesOf(choices?.groups)}
            value={form.group_ids}
            error={errors["audience.group_ids"]}
            onChange={(group_ids) => onChange({ group_ids })}
          />
          <MultiSelect
            label={text("news.locations")}
            searchable
            data={[...new Set([...(choices?.locations ?? []), ...form.locations])]}
            value={form.locations}
            onChange={(locations) => onChange({ locations })}
          />
        </>
      )}
      <Checkbox
        label={text("news.pin")}
        checked={form.pinned}
        onChange={(event) => onChange({ pinned: event.currentTarget.checked })}
      />
      <Checkbox
        label={text("news.mustRead")}
        description={text("news.mustRead.what")}
        checked={form.must_read}
        onChange={(event) => onChange({ must_read: event.currentTarget.checked })}
      />
      {form.must_read && (
        <DateField
          label={text("news.confirmUntil")}
          value={form.confirm_by}
          error={errors.confirm_by}
          onChange={(confirm_by) => onChange({ confirm_by })}
        />
      )}
      <Publishing draft={draft} errors={errors} busy={busy} onSave={onSave} onPublish={onPublish} />
    </aside>
  );
}

type PublishingProps = Pick<ArticleSettingsProps, "draft" | "errors" | "busy" | "onSave" | "onPublish">;

/** Publication times are in the tenant's time zone. */
function Publishing({ draft, errors, busy, onSave, onPublish }: PublishingProps) {
  const text = useText();
  const [from, setFrom] = useState(draft?.publish_at ?? "");
  const [to, setTo] = useState(draft?.withdraw_at ?? "");
  const out = draft?.status === "published";
  const zone = draft && text("news.zone", { zone: draft.time_zone });
  return (
    <>
      {!out && (
        <DayTimeField
          label={text("news.publishAt")}
          timeLabel={text("news.publishTime")}
          description={zone}
          timeZone={draft?.time_zone}
          value={from}
          error={errors.publish_at}
          onChange={setFrom}
        />
      )}
      <DayTimeField
        label={text("news.withdrawAt")}
        timeLabel={text("news.withdrawTime")}
        description={zone}
        timeZone={draft?.time_zone}
        value={to}
        error={errors.withdraw_at}
        onChange={setTo}
      />
      <div className={classes.buttons}>
        <Button variant="filled" loading={busy} onClick={() => onPublish(out ? null : from || null, to || null)}>
          {text(out ? "news.publishChanges" : from ? "news.schedule" : "news.publish")}
        </Button>
        {!out && (
          <Button loading={busy} onClick={onSave}>
            {text("news.saveDraft")}
          </Button>
        )}
      </div>
    </>
  );
}
