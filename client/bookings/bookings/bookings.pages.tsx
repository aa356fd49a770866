import { BookingScreen } from "./BookingScreen";

export const RoomBookingPage = () => <BookingScreen kind="room" />;

export const CarBookingPage = () => <BookingScreen kind="car" />;

export const EquipmentBookingPage = () => <BookingScreen kind="equipment" />;
