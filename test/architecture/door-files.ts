import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

/** The additional doors of a room: folders of the room. */
export const secondDoors: readonly string[] = ['ai-sdk/tools', 'http/client'];

/** Every door: each room with a folder, and the additional doors. The core is for the other rooms only. */
export const doors = [...readdirSync('libs').filter((room) => room !== 'core'), ...secondDoors].sort();

/** The folder of a door. */
export const folderOf = (door: string): string => {
  const [room, folder] = door.split('/');
  return ['libs', room, 'src', ...(folder === undefined ? [] : [folder])].join('/');
};

/** The file of a door. */
export const indexOf = (door: string): string => resolve(folderOf(door), 'index.ts');
