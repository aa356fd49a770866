import {
  createScheduleTemplate,
  deleteScheduleTemplate,
  listScheduleTemplates,
  updateScheduleTemplate,
} from "../../../shared/work/schedules/schedule-templates.contract";
import { templateNameIn, weeklyMinutes } from "../../../shared/work/schedules/schedules.rules";
import { scheduleTemplateSchema } from "../../../shared/work/schedules/schedules.schema";
import { useFormat, useText } from "../../platform/intl/useText";
import { useCan } from "../../platform/session";
import { RecordForm } from "../../ui/records/RecordForm";
import { RecordPage } from "../../ui/records/RecordPage";
import { useRecordList } from "../../ui/records/useRecordList";
import { WeeksInputs } from "../../work/schedules/ScheduleFields";
import { useDirectoryStream } from "../organization/useDirectoryStream";
import { Week } from "./Week";

const hours = 8 * 60;
const newWeek = [0, hours, hours, hours, hours, hours, 0];

export function ScheduleTemplatesPage() {
  const text = useText();
  const { number } = useFormat();
  const list = useRecordList(listScheduleTemplates, { sort: "name" });
  return (
    <RecordPage
      noun="scheduleTemplate"
      mayAdd={useCan()("schedule-template-create")}
      list={list}
      stream={useDirectoryStream()}
      nameLabel="scheduleTemplate.name"
      nameOf={({ name }) => templateNameIn(text, name)}
      columns={[
        {
          key: "week",
          label: text("schedule.hours"),
          cell: ({ minutes, other }) => (
            <>
              <Week minutes={minutes} />
              {other && <Week minutes={other} />}
            </>
          ),
        },
        {
          key: "hours",
          label: text("people.field.weekly_hours"),
          figure: true,
          onPhone: true,
          cell: (one) => number(weeklyMinutes(one) / 60, { maximumFractionDigits: 2 }),
        },
      ]}
      form={(template) => (
        <RecordForm
          schema={scheduleTemplateSchema}
          record={template}
          fields={{ name: "scheduleTemplate.name" }}
          valuesOf={(template) => ({
            ...(template && { name: templateNameIn(text, template.name) }),
            minutes: template?.minutes ?? newWeek,
            other: template?.other ?? null,
          })}
          groups={[["minutes", "other"]]}
          create={createScheduleTemplate}
          update={updateScheduleTemplate}
          // A translated name that stays unchanged must not rename the template for readers of other languages.
          bodyOf={(values) =>
            template && values["name"] === templateNameIn(text, template.name)
              ? { ...values, name: template.name }
              : values
          }
          onClose={list.open.close}
        >
          {(form) => (
            <WeeksInputs
              value={{
                minutes: form.values["minutes"] as number[],
                other: form.values["other"] as number[] | null,
              }}
              onChange={({ minutes, other }) => {
                form.setValue("minutes", minutes);
                form.setValue("other", other);
              }}
              errors={{ minutes: form.valueProps("minutes").error, other: form.valueProps("other").error }}
            />
          )}
        </RecordForm>
      )}
      remove={deleteScheduleTemplate}
    />
  );
}
