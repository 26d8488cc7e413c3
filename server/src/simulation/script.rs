//! Texts of simulated customers. Demo data in Portuguese, not texts of the product.

/// A conversation, line by line; each line but the first replies to the agent.
pub struct Topic {
    pub lines: &'static [&'static str],
}

pub const TOPICS: &[Topic] = &[
    Topic {
        lines: &[
            "Oi, bom dia! Preciso da segunda via do boleto deste mês.",
            "Claro. Está no nome da minha empresa, pode ser?",
            "Isso mesmo. O vencimento é dia 25.",
            "Recebi aqui, abriu certinho. E se eu pagar no dia 26, tem multa?",
        ],
    },
    Topic {
        lines: &[
            "Boa tarde, minha internet caiu faz umas duas horas 😕",
            "Já desliguei o modem e liguei de novo, continua igual.",
            "A luz que fica vermelha é a segunda, da esquerda para a direita.",
            "Voltou agora! O que era, afinal?",
            "Entendi. Se cair de novo eu chamo vocês.",
        ],
    },
    Topic {
        lines: &[
            "Olá! Queria saber o valor do plano empresarial com duas linhas a mais.",
            "Hoje temos cinco linhas, seriam sete no total.",
            "E esse valor vale por quanto tempo?",
            "Perfeito, pode mandar a proposta por e-mail?",
        ],
    },
    Topic {
        lines: &[
            "oi",
            "queria trocar o endereço de entrega do meu pedido",
            "é o pedido 48213, comprei ontem à noite",
            "Rua das Acácias, 120, apto 32 — o CEP continua o mesmo",
            "show, muito rápido!",
        ],
    },
    Topic {
        lines: &[
            "Bom dia. Fui cobrada duas vezes na mesma fatura.",
            "Foram R$ 189,90 no dia 3 e R$ 189,90 no dia 4.",
            "Em quantos dias o estorno aparece no cartão?",
            "Está bem. Pode me passar o número do protocolo, por favor?",
        ],
    },
    Topic {
        lines: &[
            "Oi! Esqueci minha senha e o e-mail de recuperação não chega.",
            "Já olhei no spam também, nada.",
            "Agora chegou! Só um minuto que vou testar.",
            "Deu certo 🙌",
        ],
    },
    Topic {
        lines: &[
            "Boa noite, vocês atendem no sábado?",
            "E a visita técnica, dá para marcar para sábado de manhã?",
            "Às 9h fica ótimo. Preciso estar em casa?",
        ],
    },
];

pub const REMINDERS: &[&str] = &["Oi, tem alguém aí?", "Ainda estou aguardando, ok?", "Consegue me ajudar?"];

pub const FAREWELLS: &[&str] = &[
    "Era isso, muito obrigado! 😊",
    "Resolvido, obrigada pela atenção!",
    "Valeu, bom trabalho para você!",
    "Perfeito, obrigado. Até mais!",
];

pub const FIRST_NAMES: &[&str] = &[
    "Aline", "Bruno", "Célia", "Diego", "Elisa", "Fábio", "Gabriela", "Heitor", "Íris", "João", "Karina", "Lucas",
    "Mônica", "Nuno", "Otávio", "Paula", "Rafaela", "Sérgio", "Tânia", "Vitor",
];

pub const LAST_NAMES: &[&str] = &[
    "Almeida",
    "Barreto",
    "Cardoso",
    "Duarte",
    "Esteves",
    "Figueira",
    "Gonçalves",
    "Hidalgo",
    "Leme",
    "Moraes",
    "Nogueira",
    "Pacheco",
    "Queiroz",
    "Ramalho",
    "Siqueira",
    "Teles",
    "Vasques",
];

/// The identifier of a returning customer.
pub fn address(name: &str) -> String {
    let lower = name.to_lowercase();
    let plain = lower.chars().map(|letter| match letter {
        'á' | 'â' | 'ã' | 'à' => 'a',
        'é' | 'ê' => 'e',
        'í' => 'i',
        'ó' | 'ô' | 'õ' => 'o',
        'ú' => 'u',
        'ç' => 'c',
        ' ' => '.',
        other => other,
    });
    format!("{}@example.com", plain.collect::<String>())
}
