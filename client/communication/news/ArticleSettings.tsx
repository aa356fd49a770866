import { Button, Checkbox, MultiSelect, Select } from "@mantine/core";
import { listNewsChoices } from "../../../shared/communication/news/news-sections.contract";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { DateField } from "../../ui/fields/DateField";
import { DayTimeField } from "../../ui/fields/DayTimeField";
import { FailedReads } from "../../ui/states/FailedReads";
import type { ArticleForm } from "./useArticleForm";
import classes from "./news.module.css";
import flow from "../../ui/layout/flow.module.css";

const choicesOf = (namedRecords: readonly { id: number; name: string }[] | undefined) =>
  (namedRecords ?? []).map(({ id, name }) => ({ value: String(id), label: name }));

export function ArticleSettings({ article }: { article: ArticleForm }) {
  const { form } = article;
  const { values } = form;
  const text = useText();
  const query = useEndpoint(listNewsChoices);
  const choices = query.data?.data;
  return (
    <aside className={classes.fields} aria-label={text("news.settings")}>
      <FailedReads reads={[query]} />
      <Select
        label={text("news.section")}
        clearable
        data={choicesOf(choices?.sections)}
        value={values.section_id}
        error={form.errorAt("section_id")}
        onChange={(value) => form.setValue("section_id", value)}
      />
      <Checkbox
        label={text("news.forEveryone")}
        checked={values.everyone}
        onChange={(event) => form.setValue("everyone", event.currentTarget.checked)}
      />
      {!values.everyone && (
        <>
          <MultiSelect
            label={text("news.departments")}
            searchable
            data={choicesOf(choices?.departments)}
            value={values.department_ids}
            error={form.errorAt("audience") ?? form.errorAt("audience.department_ids")}
            onChange={(value) => form.setValue("department_ids", value)}
          />
          <MultiSelect
            label={text("news.groups")}
            searchable
            data={choicesOf(choices?.groups)}
            value={values.group_ids}
            error={form.errorAt("audience.group_ids")}
            onChange={(value) => form.setValue("group_ids", value)}
          />
          <MultiSelect
            label={text("news.locations")}
            searchable
            data={[...new Set([...(choices?.locations ?? []), ...values.locations])]}
            value={values.locations}
            onChange={(value) => form.setValue("locations", value)}
          />
        </>
      )}
      <Checkbox
        label={text("news.pin")}
        checked={values.pinned}
        onChange={(event) => form.setValue("pinned", event.currentTarget.checked)}
      />
      <Checkbox
        label={text("news.mustRead")}
        description={text("news.mustRead.what")}
        checked={values.must_read}
        onChange={(event) => form.setValue("must_read", event.currentTarget.checked)}
      />
      {values.must_read && (
        <DateField
          label={text("news.confirmUntil")}
          value={values.confirm_by}
          error={form.errorAt("confirm_by")}
          onChange={(value) => form.setValue("confirm_by", value)}
        />
      )}
      <Publishing article={article} />
    </aside>
  );
}

/** Publication times are in the tenant's time zone. */
function Publishing({ article }: { article: ArticleForm }) {
  const { draft, form, busy, save, publish } = article;
  const text = useText();
  const { publish_at: from, withdraw_at: to } = form.values;
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
          error={form.errorAt("publish_at")}
          onChange={(value) => form.setValue("publish_at", value)}
        />
      )}
      <DayTimeField
        label={text("news.withdrawAt")}
        timeLabel={text("news.withdrawTime")}
        description={zone}
        timeZone={draft?.time_zone}
        value={to}
        error={form.errorAt("withdraw_at")}
        onChange={(value) => form.setValue("withdraw_at", value)}
      />
      <div className={flow.wrap}>
        <Button variant="filled" loading={busy} onClick={() => void publish(out ? null : from || null, to || null)}>
          {text(out ? "news.publishChanges" : from ? "news.schedule" : "news.publish")}
        </Button>
        {!out && (
          <Button loading={busy} onClick={() => void save()}>
            {text("news.saveDraft")}
          </Button>
        )}
      </div>
    </>
  );
}
