import { Suspense } from "react";
import { Link, Navigate, useParams } from "react-router-dom";
import { ownProfile } from "../../shared/people/users.contract";
import { DelegationBadges } from "../delegation/DelegationBadges";
import { ExportPanel } from "../exports/ExportPanel";
import { EmployeeRecord } from "../people/EmployeeRecord";
import { useFollowDirectory } from "../people/useFollowDirectory";
import { useText } from "../platform/intl/useText";
import { paths } from "../platform/paths";
import { useEndpoint } from "../platform/query";
import { useCurrentUser } from "../platform/session";
import { Avatar } from "../ui/signs/Avatar";
import { PageTabs } from "../ui/PageTabs";
import { Panel } from "../ui/Panel";
import { lazyPart } from "../ui/states/chunks";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { SkeletonRows } from "../ui/states/Skeleton";
import { EditProfile } from "./EditProfile";
import classes from "./profile.module.css";

// Its charts are the heaviest part of the screen, and one tab's alone.
const PerformanceTab = lazyPart(async () => (await import("./PerformanceTab")).PerformanceTab);

const tabs = ["overview", "performance", "editProfile", "data"] as const;
type Tab = (typeof tabs)[number];

/** `/profile/{tab?}`: oneself. */
export function ProfilePage() {
  const text = useText();
  const { tab = "overview" } = useParams();
  const query = useEndpoint(ownProfile);
  useFollowDirectory(query.data?.data.revision);
  if (!tabs.includes(tab as Tab)) return <Navigate to={paths.noSuchPage} replace />;
  return (
    <QueryBoundary query={query} failed={text("profile.failed")}>
      {({ data }) => (
        <div className={classes.page}>
          <header className={classes.head}>
            <Avatar person={{ ...data, fullname: data.fullname ?? "" }} size={40} named />
            <div>
              <h1 tabIndex={-1} data-page-title>
                <bdi>{data.fullname}</bdi>
              </h1>
              <p>{[data.position?.title, data.location].filter(Boolean).join(text("list.comma"))}</p>
            </div>
            <span className={classes.badges}>
              <DelegationBadges />
            </span>
          </header>
          <PageTabs label={text("title.profile")} line>
            {tabs.map((one) => (
              <Link key={one} to={paths.profile(one)} aria-current={one === tab ? "page" : undefined}>
                {text(`profile.tab.${one}`)}
              </Link>
            ))}
          </PageTabs>
          {tab === "overview" && (
            <EmployeeRecord employee={data}>
              <Account />
            </EmployeeRecord>
          )}
          {tab === "performance" && (
            <Suspense fallback={<SkeletonRows rows={6} />}>
              <PerformanceTab id={data.id} />
            </Suspense>
          )}
          {tab === "data" && <ExportPanel kind="person" />}
          {tab === "editProfile" && <EditProfile person={data} />}
        </div>
      )}
    </QueryBoundary>
  );
}

/** Where one looks after one's account. */
function Account() {
  const text = useText();
  const { external } = useCurrentUser();
  return (
    <Panel title={text("profile.account")} padded>
      <ul className={classes.links}>
        <li>
          <Link to={paths.security}>{text("title.security")}</Link>
        </li>
        <li>
          <Link to={paths.notificationSettings}>{text("title.notificationSettings")}</Link>
        </li>
        {!external && (
          <li>
            <Link to={paths.delegation}>{text("title.delegation")}</Link>
          </li>
        )}
      </ul>
    </Panel>
  );
}
