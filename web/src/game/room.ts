// What a battle knows of the room in which it is played with others.
import type { Engine, Seat, View, Wish, Xy } from '../contract/contract';

/** What a room needs from the battle on the table. */
export interface RoomTable {
  readonly view: View;
  readonly busy: boolean;
  readonly computerToMove: boolean;
  readonly hold: { readonly own: boolean };
  readonly replay: { readonly on: boolean };
  change(how: () => Promise<View>): Promise<void>;
}

/** An umpire at work on the table. */
export interface Umpiring {
  /** Whether the umpire is correcting something: a touch then moves the touched unit. */
  readonly on: boolean;
  /** Where the selected unit would stand. */
  readonly wish: { centre: Xy; facing: number; size: Xy } | null;
  take(unit: number): void;
  put(to: Xy): void;
}

/** A room as a battle sees it. */
export interface AnyRoom {
  /** Seat of this page. */
  readonly you: Seat;
  /** Whether the server answers. */
  readonly on: boolean;
  /** Whether this seat may still give orders. */
  readonly open: boolean;
  /** Whether the players throw real dice: the page then asks for the faces. */
  readonly asksDice: boolean;
  /** What joint dice wait for, in words; null if nothing. */
  readonly dicing: string | null;
  /** The ruling in preparation, if this seat is the umpire's. */
  readonly ruling: Umpiring | null;
  /** What this player asked of the other. */
  readonly asking: Wish | null;
  ask(wish: Wish): void;
  /** Returns the name of the player in a seat. */
  name(place: 0 | 1): string;
  /** Returns the engine as the battle uses it: calls that change the battle go to the server. */
  engine(base: Engine): Engine;
  /** Connects the room to the table that shows its battle. */
  seat(table: RoomTable): void;
  close(): void;
}

/** Which seat to go to, and how. */
export interface Entering {
  /** A free seat to take. */
  take?: Seat | null;
  /** Which of several own seats. */
  own?: Seat | null;
  /** Whether to go there in place of another tab. */
  steal?: boolean;
}

/** Goes to a table where others play, with the secret of a link if there is one. */
export type Enter = (
  id: string,
  link: string | null,
  how: Entering,
  wanted: AbortSignal,
) => Promise<void>;
