import { Button, SegmentedControl, Select } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link, useSearchParams } from "react-router-dom";
import type { FormRequest } from "../../shared/forms/forms.contract";
import { formStatuses } from "../../shared/forms/forms.workflow";
import { paths } from "../platform/paths";
import { useText } from "../platform/intl/useText";
import { useCan } from "../platform/session";
import { Avatar } from "../ui/signs/Avatar";
import { EmptyState } from "../ui/states/EmptyState";
import { PageHead, Toolbar } from "../ui/PageHead";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { RelativeTime } from "../ui/signs/RelativeTime";
import { SkeletonRows } from "../ui/states/Skeleton";
import { FormDrawing } from "./FormDrawing";
import { FormStatus } from "./FormStatus";
import { FormTemplates, NewForm } from "./builder/FormTemplates";
import classes from "./forms.module.css";
import { useFormList } from "./useFormList";
import { useFormWords } from "./useFormWords";

const scopes = ["mine", "team", "all"] as const;
type Scope = (typeof scopes)[number];

/** What was asked for with forms; for who makes forms, the forms themselves as well. */
export function FormsPage() {
  const text = useText();
  const can = useCan();
  const [search, setSearch] = useSearchParams();
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
          can("vas-request-create") && (
            <Button
              component={Link}
              to={paths.form("create")}
              variant="filled"
              leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            >
              {text("forms.new")}
            </Button>
          )
        )}
      </PageHead>
      {onForms ? <FormTemplates /> : <Requests />}
    </>
  );
}

function Requests() {
  const text = useText();
  const can = useCan();
  const [search, setSearch] = useSearchParams();
  const scope = scopes.find((one) => one === search.get("scope")) ?? "mine";
  const status = formStatuses.find((one) => one === search.get("status")) ?? null;
  const query = useFormList({ scope, status: status ?? "" });
  const set = (name: string, value: string | null) =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      if (value) next.set(name, value);
      else next.delete(name);
      return next;
    });
  const offered = scopes.filter(
    (one) => one === "mine" || can("vas-template-edit") || (one === "team" && can("vas-request-approve")),
  );
  return (
    <>
      <Toolbar>
        {offered.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={text("forms.scope")}
            value={scope}
            onChange={(value) => set("scope", value === "mine" ? null : value)}
            data={offered.map((one) => ({ value: one, label: text(`leave.scope.${one}`) }))}
          />
        )}
        <Select
          size="xs"
          clearable
          aria-label={text("leave.statusLabel")}
          placeholder={text("leave.anyStatus")}
          value={status}
          onChange={(value) => set("status", value)}
          data={formStatuses
            .filter((one) => one !== "pending")
            .map((one) => ({ value: one, label: text(`forms.status.${one}`) }))}
        />
      </Toolbar>
      <div className={classes.page}>
        <QueryBoundary query={query} loading={<SkeletonRows rows={6} />} failed={text("forms.failed")}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState
                drawing={<FormDrawing />}
                title={text(status ? "leave.noneSuch" : "forms.none")}
                text={status ? undefined : text("forms.none.why")}
              />
            ) : (
              <>
                <Rows rows={rows} scope={scope} />
                {query.hasNextPage && (
                  <p className={classes.more}>
                    <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                      {text("leave.more")}
                    </Button>
                  </p>
                )}
              </>
            )
          }
        </QueryBoundary>
      </div>
    </>
  );
}

function Rows({ rows, scope }: { rows: readonly FormRequest[]; scope: Scope }) {
  const text = useText();
  const { titleOf } = useFormWords();
  return (
    <ul className={classes.rows}>
      {rows.map((request) => (
        <li key={request.id}>
          <Link to={paths.form(request.status === "draft" ? "edit" : "view", request.id)}>
            <Avatar person={request.requester} size={24} named />
            <span className={classes.what}>
              <bdi>{titleOf(request.form)}</bdi>
              {scope !== "mine" && <bdi className={classes.quiet}>{request.requester.fullname}</bdi>}
            </span>
            <span className={classes.next}>
              {request.next_status?.action === "decide" && (
                <bdi>{request.next_status.approver?.fullname ?? request.next_status.role?.name}</bdi>
              )}
            </span>
            <span className={classes.when}>
              {request.sent_at ? <RelativeTime at={request.sent_at} /> : text("forms.notSent")}
            </span>
            <span className={classes.state}>
              <FormStatus status={request.status} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
