import { IconFileText } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { listForms } from "../../shared/forms/form-templates.contract";
import { paths } from "../platform/paths";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { EmptyState } from "../ui/states/EmptyState";
import { PageHead } from "../ui/PageHead";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { SkeletonRows } from "../ui/states/Skeleton";
import { FormDrawing } from "./FormDrawing";
import classes from "./forms.module.css";
import { useFormWords } from "./useFormWords";

/** `/forms/create`: which form? */
export function FormGallery() {
  const text = useText();
  const { titleOf, descriptionOf } = useFormWords();
  const query = useEndpoint(listForms);
  return (
    <>
      <PageHead title={text("forms.choose")} />
      <div className={classes.page} data-above-toasts>
        <QueryBoundary query={query} loading={<SkeletonRows rows={4} height={72} />} failed={text("forms.failed")}>
          {({ data }) => {
            const offered = data.filter(({ can }) => can.use);
            if (offered.length === 0) {
              return (
                <EmptyState
                  drawing={<FormDrawing />}
                  title={text("forms.noneOffered")}
                  text={text("forms.noneOffered.why")}
                />
              );
            }
            return (
              <ul className={classes.cards}>
                {offered.map((form) => (
                  <li key={form.id}>
                    <Link to={paths.form("create", form.id)}>
                      <IconFileText size={20} stroke={1.5} aria-hidden />
                      <bdi>{titleOf(form)}</bdi>
                      {form.description && <small>{descriptionOf(form)}</small>}
                    </Link>
                  </li>
                ))}
              </ul>
            );
          }}
        </QueryBoundary>
      </div>
    </>
  );
}
