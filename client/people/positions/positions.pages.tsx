import {
  createPosition,
  deletePosition,
  listPositions,
  selectPositions,
  singlePosition,
  updatePosition,
} from "../../../shared/people/positions/positions.contract";
import { positionSchema } from "../../../shared/people/positions/positions.schema";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { PeopleRows } from "../../ui/records/PeopleRows";
import { RecordForm } from "../../ui/records/RecordForm";
import { RecordPage } from "../../ui/records/RecordPage";
import { useRecordList } from "../../ui/records/useRecordList";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { FailedReads } from "../../ui/states/FailedReads";
import { useDirectoryStream } from "../organization/useDirectoryStream";

export function PositionsPage() {
  const text = useText();
  const { number } = useFormat();
  const list = useRecordList(listPositions, { sort: "title" });
  return (
    <RecordPage
      noun="position"
      failed="position.failed"
      list={list}
      stream={useDirectoryStream()}
      nameLabel="position.title"
      nameOf={({ title }) => title}
      columns={[
        {
          key: "description",
          label: text("position.description"),
          cell: ({ description }) => description && <TruncatedName>{description}</TruncatedName>,
        },
        {
          key: "people",
          label: text("organization.people"),
          sort: "employees",
          figure: true,
          onPhone: true,
          cell: ({ employee_count }) => number(employee_count),
        },
      ]}
      form={(position) => (
        <>
          <RecordForm
            schema={positionSchema}
            record={position}
            fields={{
              title: "position.title",
              description: { label: "position.description", type: "paragraphs" },
            }}
            create={createPosition}
            update={updatePosition}
            onClose={list.open.close}
          />
          {position && <PositionHolders id={position.id} />}
        </>
      )}
      successors={selectPositions}
      remove={deletePosition}
    />
  );
}

function PositionHolders({ id }: { id: number }) {
  const text = useText();
  const query = useEndpoint(singlePosition, { params: { id } });
  if (query.isLoadingError) return <FailedReads reads={[query]} />;
  const people = query.data?.data.people ?? [];
  return (
    <PeopleRows
      title={text("organization.people")}
      people={people.map(({ department, ...person }) => ({ ...person, beside: department }))}
    />
  );
}
