import { readForm } from "../../../shared/forms/form-templates.contract";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { FormBuilder } from "./FormBuilder";

/** The builder comes with its dragging only where somebody makes forms. */
export function BuilderPage({ id }: { id: number }) {
  const text = useText();
  const query = useEndpoint(readForm, { params: { id } });
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={8} height={48} />} failed={text("forms.failed")}>
      {({ data }) => <FormBuilder key={data.id} form={data} />}
    </QueryBoundary>
  );
}
