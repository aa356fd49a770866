import { usePeopleOptions } from "../../ui/fields/usePeopleOptions";
import { Button, Select } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { SidePanel } from "../../ui/records/SidePanel";
import { PeopleRows } from "../../ui/records/PeopleRows";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useCan } from "../../platform/session";
import type { OrgChartData } from "./useChartForest";
import { type ChartNode, allNodes, isWithin } from "./chart-tree";
import { ActingPanel } from "./ActingPanel";
import classes from "./org-chart.module.css";
import tones from "../../ui/layout/tones.module.css";

interface ChartPanelProps {
  node: ChartNode | null;
  tops: readonly ChartNode[];
  movable: boolean;
  /** True for the user's own record if they may not choose their own manager (separation of duties). */
  isManagerLocked: boolean;
  chart: OrgChartData;
  onMove: (node: ChartNode, manager: ChartNode | null) => void;
  onClose: () => void;
}

export function ChartPanel({ node, ...rest }: ChartPanelProps) {
  return (
    <SidePanel opened={node !== null} title={node?.item.name ?? ""} onClose={rest.onClose}>
      {node && <Content key={node.item.id} node={node} {...rest} />}
    </SidePanel>
  );
}

function Content({
  node,
  chart,
  tops,
  movable,
  isManagerLocked,
  onMove,
  onClose,
}: ChartPanelProps & { node: ChartNode }) {
  const text = useText();
  const { day, list, number } = useFormat();
  const can = useCan();
  const { item, parent, children, below, depth } = node;
  const person = chart.people.find(({ id }) => id === item.id);
  const away = person?.away_until;
  const beside = chart.dotted.filter(({ manager_id }) => manager_id === item.id).map(({ user_id }) => user_id);
  return (
    <>
      <dl className={classes.facts}>
        {person?.position && <Fact name={text("people.field.position")} value={person.position} />}
        {parent && <Fact name={text("people.reportsTo")} value={parent.item.name} />}
        {item.dotted.length > 0 && (
          <Fact name={text("people.dotted")} value={list(item.dotted.map(({ name }) => name))} />
        )}
        <Fact name={text("orgChart.span")} value={number(children.length)} />
        <Fact name={text("orgChart.below")} value={number(below)} />
        <Fact name={text("orgChart.depth")} value={number(depth)} />
        {away && <Fact name={text("people.awayToday")} value={text("people.awayUntil", { day: day(away) })} />}
      </dl>
      {can("user-view") && (
        <Button component={Link} to={paths.employeeView(item.id)} onClick={onClose}>
          {text("orgChart.profile")}
        </Button>
      )}
      <ActingPanel userId={item.id} chart={chart} edit={movable} />
      {movable && isManagerLocked && (
        <div className={classes.manager}>
          <p className={tones.muted}>{text("problem.user.ownEmployment")}</p>
        </div>
      )}
      {movable && !isManagerLocked && <Manager node={node} tops={tops} onMove={onMove} />}
      <PeopleRows
        title={text("people.reports")}
        people={children
          .filter(({ item: { vacant } }) => !vacant)
          .map((child) => ({
            id: child.item.id,
            fullname: child.item.name,
            image: child.item.face?.image,
          }))}
      />
      <PeopleRows title={text("people.dottedReports")} people={chart.people.filter(({ id }) => beside.includes(id))} />
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}

function Manager({ node, tops, onMove }: Pick<ChartPanelProps, "tops" | "onMove"> & { node: ChartNode }) {
  const text = useText();
  const [chosen, setChosen] = useState(node.parent ? String(node.parent.item.id) : null);
  const others = allNodes(tops).filter((other) => !other.item.vacant && !isWithin(other, node));
  const now = node.parent?.item.id ?? null;
  const chosenManagerId = chosen === null ? null : Number(chosen);
  return (
    <div className={classes.manager}>
      <Select
        label={text("orgChart.manager")}
        searchable
        clearable
        limit={60}
        value={chosen}
        onChange={setChosen}
        data={usePeopleOptions(others.map(({ item }) => ({ id: item.id, fullname: item.name })))}
      />
      <Button
        disabled={chosenManagerId === now}
        onClick={() => onMove(node, others.find(({ item }) => item.id === chosenManagerId) ?? null)}
      >
        {text("orgChart.move")}
      </Button>
    </div>
  );
}
