import { SegmentedControl } from "@mantine/core";
import { Link } from "react-router-dom";
import { type FormRequest, listFormRequests } from "../../../shared/requests/forms/forms.contract";
import { formStatuses } from "../../../shared/requests/forms/forms.workflow";
import { RequestList } from "../../approvals/approvals/list/RequestList";
import { availableScopes, useRequestFilter } from "../../approvals/approvals/list/useRequestFilter";
import { usePagedList } from "../../platform/pages";
import { paths } from "../../platform/paths";
import { useText } from "../../platform/intl/useText";
import { useCan } from "../../platform/session";
import { useAddress } from "../../platform/address/useAddress";
import { Avatar } from "../../ui/signs/Avatar";
import { CreateLink } from "../../ui/CreateLink";
import { PageHead } from "../../ui/PageHead";
import { RelativeTime } from "../../ui/signs/RelativeTime";
import { FormIllustration } from "./FormIllustration";
import { FormStatus } from "./FormStatus";
import { FormTemplates, NewForm } from "./builder/FormTemplates";
import classes from "./forms.module.css";
import { useFormTexts } from "./useFormTexts";
import tones from "../../ui/layout/tones.module.css";

const pageSize = 50;

export function FormsPage() {
  const text = useText();
  const can = useCan();
  const [search, setSearch] = useAddress();
  const makes = can("vas-template-edit");
  const onForms = makes && search.get("tab") === "forms";
  const tabs = makes && (
    <SegmentedControl
      size="sm"
      aria-label={text("title.forms")}
      value={onForms ? "forms" : "requests"}
      onChange={(tab) => setSearch(tab === "forms" ? { tab } : {})}
      data={[
        { value: "requests", label: text("forms.tab.requests") },
        { value: "forms", label: text("forms.tab.forms") },
      ]}
    />
  );
  return (
    <>
      <PageHead title={text("title.forms")} tabs={tabs}>
        {onForms ? (
          <NewForm />
        ) : (
          can("vas-request-create") && <CreateLink to={paths.form("create")}>{text("forms.new")}</CreateLink>
        )}
      </PageHead>
      {onForms ? <FormTemplates /> : <Requests />}
    </>
  );
}

function Requests() {
  const text = useText();
  const can = useCan();
  const filter = useRequestFilter(formStatuses);
  const { scope, status } = filter;
  const query = usePagedList(listFormRequests, { query: { scope, status: status ?? "", per_page: pageSize } });
  return (
    <RequestList
      query={query}
      filter={filter}
      scopes={availableScopes({ team: can("vas-request-approve"), all: can("vas-template-edit") })}
      statuses={formStatuses
        .filter((one) => one !== "pending")
        .map((one) => ({ value: one, label: text(`forms.status.${one}`) }))}
      failed={text("forms.failed")}
      none={{ title: text("forms.none"), text: text("forms.none.why"), drawing: <FormIllustration /> }}
      layout={classes.rows}
      heads={[
        null,
        { label: text("forms.column.form") },
        null,
        { label: text("finance.sent") },
        { label: text("forms.column.state") },
      ]}
    >
      {(request) => <Row key={request.id} request={request} named={scope !== "mine"} />}
    </RequestList>
  );
}

/** `named` shows the requester in lists that include other users' requests. */
function Row({ request, named }: { request: FormRequest; named: boolean }) {
  const text = useText();
  const { titleOf } = useFormTexts();
  const { id, status, requester, form, next_status: next, sent_at } = request;
  return (
    <li>
      <Link to={paths.form(status === "draft" ? "edit" : "view", id)}>
        <Avatar person={requester} size={24} hasVisibleName />
        <span className={classes.what}>
          <bdi>{titleOf(form)}</bdi>
          {named && <bdi className={classes.quiet}>{requester.fullname}</bdi>}
        </span>
        <span className={classes.next}></span>
        <span className={tones.quietFigures}>{sent_at ? <RelativeTime at={sent_at} /> : text("forms.notSent")}</span>
        <span className={classes.state}>
          <FormStatus status={status} next={next} />
        </span>
      </Link>
    </li>
  );
}
