import assert from 'node:assert/strict';
import { test } from 'node:test';
import { behaviors } from '../../../../lab/simulation/behaviors/behaviors.ts';
import { roleExamples } from '../../../../lab/simulation/roleExamples.ts';
import { director, passagesOf, simulatedRoles, when, who } from './simulatedRoles.ts';
import { allRoles, roleOf, type RoleId } from '../../../../lab/simulation/allRoles.ts';

const roleIds = Object.keys(allRoles).filter((id): id is RoleId => Object.hasOwn(behaviors, id));

test('every role is served', () => {
  assert.deepEqual(Object.keys(behaviors).sort(), Object.keys(allRoles).sort());
});

for (const roleId of roleIds) {
  test(`${roleId}: a reply without faults is in its form, known facts or not, with errors or not, told by schema or by words`, (t) => {
    const [known, unknown] = [
      { question: director, subQuestion: who, answer: 'Ilse Brandvik', passages: passagesOf('p1', 'p2', 'p5') },
      { question: 'Why is the sea salt?', subQuestion: when, answer: 'Nobody', passages: passagesOf('p5') },
    ];
    for (const character of [{}, { knows: 1 }, { error: 1, knows: 0.5 }]) {
      const perform = simulatedRoles(t, character);
      const tryAll = <R extends RoleId>(role: R): void => {
        for (const words of [known, unknown]) {
          for (const input of roleExamples(words)[role]) {
            for (const hasSchema of [true, false]) {
              const trial = perform(role, input, { hasSchema });
              const { reading } = trial;
              // Plain text may be empty: the role's abstention holds.
              const isEmpty = roleOf(role).schema === undefined && !reading.ok;
              assert.ok(reading.ok || isEmpty, reading.ok ? '' : `${reading.problem} ${JSON.stringify(words)}`);
              const recognized = trial.role;
              assert.ok(
                recognized !== null &&
                  recognized !== 'repair' &&
                  (recognized === role || ((!hasSchema || roleOf(role).schema === undefined) && behaviors[recognized] === behaviors[role])),
                `recognized as ${recognized}`,
              );
            }
          }
        }
      };
      tryAll(roleId);
    }
  });
}
