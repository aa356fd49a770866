import { keepPreviousData } from "@tanstack/react-query";
import type { listCars } from "../../shared/cars/cars.contract";
import type { listDrivers } from "../../shared/drivers/drivers.contract";
import type { listEquipment } from "../../shared/equipment/equipment.contract";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import { useListAddress } from "../organisation/useListAddress";
import { useOpenRecord } from "../organisation/useOpenRecord";
import { useEndpoint } from "../platform/query";

type PlaceList = typeof listCars | typeof listDrivers | typeof listEquipment;

const pageSize = 25;

/** A list by name as its address says: what is sought, how it is sorted, which page; and the record that is open. */
export function usePlaceList<E extends PlaceList>(list: E) {
  const open = useOpenRecord<ReplyOf<E>["data"][number]>();
  const address = useListAddress("name");
  const { sought: q, sort, page } = address;
  const read = { query: { q, sort: sort as "name", page, per_page: pageSize } } as Parameters<typeof useEndpoint<E>>[1];
  const query = useEndpoint(list, read, { placeholderData: keepPreviousData });
  return { open, address, query };
}
