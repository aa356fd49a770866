import { MultiSelect } from "@mantine/core";
import {
  createGroup,
  deleteGroup,
  type GroupRecord,
  listGroups,
  updateGroup,
} from "../../../shared/people/groups/groups.contract";
import { groupSchema } from "../../../shared/people/groups/groups.schema";
import { useFormat, useText } from "../../platform/intl/useText";
import { RecordForm } from "../../ui/records/RecordForm";
import { RecordPage } from "../../ui/records/RecordPage";
import { useRecordList } from "../../ui/records/useRecordList";
import { AvatarStack } from "../../ui/signs/AvatarStack";
import { useDirectoryStream } from "../organization/useDirectoryStream";
import { usePeopleChoices } from "../organization/usePeopleChoices";
import { FailedReads } from "../../ui/states/FailedReads";

export function GroupsPage() {
  const text = useText();
  const { number } = useFormat();
  const list = useRecordList(listGroups, { sort: "title" });
  return (
    <RecordPage
      noun="group"
      failed="group.failed"
      list={list}
      stream={useDirectoryStream()}
      nameLabel="group.title"
      nameOf={({ title }) => title}
      columns={[
        {
          key: "faces",
          label: text("organization.people"),
          onPhone: true,
          cell: ({ users }) => <AvatarStack people={users} size={24} />,
        },
        {
          key: "people",
          label: text("group.count"),
          sort: "employees",
          figure: true,
          cell: ({ users }) => number(users.length),
        },
        {
          key: "projects",
          label: text("group.projects"),
          figure: true,
          cell: ({ project_count }) => number(project_count),
        },
      ]}
      form={(group) => <GroupForm group={group} onClose={list.open.close} />}
      remove={deleteGroup}
    />
  );
}

function GroupForm({ group, onClose }: { group: GroupRecord | null; onClose: () => void }) {
  const text = useText();
  const people = usePeopleChoices(group?.users);
  return (
    <RecordForm
      schema={groupSchema}
      record={group}
      fields={{ title: "group.title" }}
      valuesOf={(group) => ({ users: (group?.users ?? []).map(({ id }) => String(id)) })}
      entries={["users"]}
      create={createGroup}
      update={updateGroup}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FailedReads reads={[people.query]} />
          <MultiSelect
            label={text("organization.people")}
            description={group && group.project_count > 0 ? text("group.people.why") : undefined}
            searchable
            data={people.options}
            {...form.valueProps<string[]>("users")}
          />
        </>
      )}
    </RecordForm>
  );
}
