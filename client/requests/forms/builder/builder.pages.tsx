import { readForm } from "../../../../shared/requests/forms/form-templates.contract";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { FormBuilder } from "./FormBuilder";

/** Loaded lazily, because only authors of forms need the builder and its drag and drop. */
export function BuilderPage({ id }: { id: number }) {
  const text = useText();
  const query = useEndpoint(readForm, { params: { id } });
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={8} height={48} />} failed={text("forms.failed")}>
      {({ data }) => <FormBuilder key={data.id} form={data} />}
    </QueryBoundary>
  );
}
