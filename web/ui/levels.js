// The scale of strength: levels by their names, which are ranks and the strongest.

// rank counts a level's name: 1 for 1d, 0 for 1k, −1 for 2k; strongest is above all, and what is no name below.
const rank = (name) => {
  const [, n, unit] = /^(\d+)([kd])$/.exec(name) || [];
  if (unit) return unit === 'd' ? Number(n) : 1 - Number(n);
  return name === 'strongest' ? 99 : -99;
};

// The level that a newcomer finds chosen.
export const friendly = '15k';

// nearest is the level with the rank closest to the one that was wanted, perhaps on another board.
export const nearest = (levels, wanted) => {
  const goal = rank(rank(wanted) === -99 ? friendly : wanted);
  return levels.reduce((best, l) => (Math.abs(rank(l.name) - goal) < Math.abs(rank(best.name) - goal) ? l : best)).name;
};

// scaleOf are the levels of a board, and whether they were measured on it.
export const scaleOf = (about, size) => about.levels.find((s) => s.sizes.includes(Number(size)));

// levelName is a level for people.
export const levelName = (say, name) => {
  const [, n, unit] = /^(\d+)([kd])$/.exec(name) || [];
  return unit ? say(unit === 'k' ? 'kyu_n' : 'dan_n', { n }) : say(name);
};

// levelsOf are the levels of a scale as [value, text].
export const levelsOf = (scale, say) => scale.levels.map((l, i) => [l.name, levelName(say, l.name) + (i ? '' : ' – ' + say('weakest'))]);

// calledBy is the level that a player string is on a board, in words; '' for none. The strongest has no string of
// its own: it is the player "search".
export const calledBy = (about, size, player, say) => {
  const scale = scaleOf(about, size);
  const level = scale && scale.levels.find((l) => (l.player || 'search') === player);
  return level ? levelName(say, level.name) : '';
};
