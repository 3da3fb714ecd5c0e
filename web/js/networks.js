// The trained networks: which game has one, and its weights, which lie packed in the page.

import { NETWORKS } from "./constants.js";
import { unpacked } from "./engine.js";

// What the engine is told of the network for a game, if one comes for these very rules.
export function networkFor({ name, digest }) {
  const network = Object.hasOwn(NETWORKS, name) ? NETWORKS[name] : null;
  return network?.digest === digest ? network : null;
}

// The weights for a game of the catalogue.
export async function weightsFor(name) {
  const packed = document.getElementById(`network-${name}`).textContent;
  return new Uint8Array(await unpacked(packed).arrayBuffer());
}
