// @ts-check
// What an operator's RabbitMQ is told: where to ask, and that it listens on this machine only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configurationOf, rabbitIsMissing } from './rabbit.mjs';

const lines = configurationOf({
  amqp: 5671,
  web: 5672,
  origin: 'http://127.0.0.1:8080',
  authKey: 'the-key',
  password: 'the-password',
}).split('\n');

for (const question of ['user', 'vhost', 'resource', 'topic']) {
  test(`who may come in is asked of the contact centre: ${question}`, () => {
    assert.ok(lines.includes(`auth_http.${question}_path = http://127.0.0.1:8080/broker-auth/the-key/${question}`));
  });
}

test('it listens on loopback only', () => {
  assert.ok(lines.includes('listeners.tcp.1 = 127.0.0.1:5671'));
  assert.ok(lines.includes('web_stomp.tcp.ip = 127.0.0.1') && lines.includes('web_stomp.tcp.port = 5672'));
  assert.ok(lines.includes('stomp.listeners.tcp = none'));
});

test('where it is missing, what to install is said', () => assert.match(rabbitIsMissing, /rabbitmq-server/));
